//! A learned player: a small network that says how good a position is and which legal
//! action it prefers. Its weights are a `safetensors` file, as `python/examples/ppo.py`
//! writes it.
//!
//! Every row of `objects`, `stack` and `waiting` goes through one layer of its table, and
//! what comes of them is added up; so do the objects of each lane, on both sides of it. The
//! sums, the course of the game, the question with the object that asks it and the cards
//! out of sight make the *context*. An action is judged by its own row, the objects it
//! names, its lane and the context.

use std::sync::Arc;

use safetensors::{Dtype, SafeTensors};

use crate::columns::{ACTION_LANE, OBJECT_LANE, Section};
use crate::encoder::Encoder;
use crate::features::Inputs;

/// The tables whose rows are added up.
const POOLED: [&str; 3] = ["objects", "stack", "waiting"];
/// The tables of few rows that are read number by number.
const SINGLE: [&str; 3] = ["course", "question", "unseen"];
/// Sums are divided by this.
const POOL: f32 = 16.0;
/// The column of a question that names the object it comes from.
const SOURCE_COLUMN: usize = 2;
/// The columns of an action that name objects.
const OBJECT_COLUMN: usize = 1;
const TARGET_COLUMN: usize = 2;

/// A learned player. Copies share their weights.
#[derive(Clone)]
pub struct Policy {
    name: String,
    weights: Arc<Weights>,
}

/// Why a file is no policy, or none for this game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// It is not a `safetensors` file.
    #[error("{0}: this is no policy: {1}")]
    Unreadable(String, String),
    /// A table of weights is missing.
    #[error("{0}: the table `{1}` is missing")]
    Missing(String, &'static str),
    /// A table of weights has another shape than the others ask for.
    #[error("{0}: `{1}` has the shape {2:?}, {3:?} is expected")]
    Shape(String, &'static str, Vec<usize>, Vec<usize>),
    /// It was learned with other cards or rules.
    #[error("{0}: this was learned for another game or other cards ({1})")]
    OtherGame(String, String),
}

/// What a policy says about a position of whoever decides.
#[derive(Clone, Default, Debug)]
pub struct Judgement {
    /// From -1 for lost to 1 for won.
    pub value: f32,
    /// For each legal action, in the order of their rows: the larger, the better.
    pub preferences: Vec<f32>,
}

/// Room for working out a judgement.
#[derive(Clone, Default, Debug)]
pub struct Judged {
    /// What came of it.
    pub judgement: Judgement,
    objects: Vec<f32>,
    /// By lane: the sum of the objects in it, then what its layer makes of that.
    lying: Vec<f32>,
    lanes: Vec<f32>,
    sums: Vec<f32>,
    context: Vec<f32>,
    shared: Vec<f32>,
    hidden: Vec<f32>,
    /// The second layer of an action.
    second: Vec<f32>,
}

/// A layer: `inputs` times `outputs` numbers, row by row, and what is added.
struct Layer {
    weights: Vec<f32>,
    bias: Vec<f32>,
    inputs: usize,
    outputs: usize,
}

struct Weights {
    /// What [`Encoder::layout`] was when it was learned.
    layout: String,
    pooled: [Layer; 3],
    single: [Layer; 3],
    lane: Layer,
    context: Layer,
    action: Layer,
    object: Layer,
    target: Layer,
    action_lane: Layer,
    shared: Layer,
    action_hidden: Layer,
    preference: Layer,
    value_hidden: Layer,
    value: Layer,
}

impl Policy {
    /// Reads the weights of a policy. The name is for messages.
    ///
    /// # Errors
    /// The bytes are no policy.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Policy, PolicyError> {
        let unreadable = |why: String| PolicyError::Unreadable(name.to_owned(), why);
        let tables = SafeTensors::deserialize(bytes).map_err(|why| unreadable(why.to_string()))?;
        let (_, header) =
            SafeTensors::read_metadata(bytes).map_err(|why| unreadable(why.to_string()))?;
        let about = header.metadata().as_ref();
        let layout = about.and_then(|about| about.get("layout")).cloned();
        let layout =
            layout.ok_or_else(|| unreadable("it does not say what it was learned for".into()))?;
        let file = File { name, tables };
        let weights = Weights {
            layout,
            pooled: [file.layer("objects")?, file.layer("stack")?, file.layer("waiting")?],
            single: [file.layer("course")?, file.layer("question")?, file.layer("unseen")?],
            lane: file.layer("lane")?,
            context: file.layer("context")?,
            action: file.layer("action")?,
            object: file.layer("action_object")?,
            target: file.layer("action_target")?,
            action_lane: file.layer("action_lane")?,
            shared: file.layer("action_context")?,
            action_hidden: file.layer("action_hidden")?,
            preference: file.layer("preference")?,
            value_hidden: file.layer("value_hidden")?,
            value: file.layer("value")?,
        };
        weights.check(name)?;
        Ok(Policy { name: name.to_owned(), weights: Arc::new(weights) })
    }

    /// The name it was read by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it was learned for what this encoder writes.
    ///
    /// # Errors
    /// It was learned for another game, or with other cards.
    pub fn fits(&self, encoder: &Encoder) -> Result<(), PolicyError> {
        let other = |why: &str| PolicyError::OtherGame(self.name.clone(), why.to_owned());
        if self.weights.layout != encoder.layout() {
            return Err(other("its observations are not these"));
        }
        let fits = |layer: &Layer, name: &str, rows: usize| {
            let section = encoder.section(name);
            section.is_some_and(|section| Inputs::of(section).count() * rows == layer.inputs)
        };
        let rows = |name: &str| encoder.section(name).map_or(0, |section| section.rows);
        let pooled =
            POOLED.iter().zip(&self.weights.pooled).all(|(name, layer)| fits(layer, name, 1));
        let single = SINGLE
            .iter()
            .zip(&self.weights.single)
            .all(|(name, layer)| fits(layer, name, rows(name)));
        if pooled && single && fits(&self.weights.action, "actions", 1) {
            Ok(())
        } else {
            Err(other("its tables have other sizes"))
        }
    }

    /// Judges an observation of whoever decides, with this number of legal actions.
    ///
    /// # Panics
    /// The policy does not fit the encoder, or the numbers are no observation of it.
    pub fn judge(&self, encoder: &Encoder, numbers: &[i16], actions: usize, into: &mut Judged) {
        let weights = &*self.weights;
        let section = |name: &str| encoder.section(name).expect("every observation has it");
        into.sums.clear();
        for (name, layer) in POOLED.iter().zip(&weights.pooled) {
            let section = section(name);
            let inputs = Inputs::of(section);
            let from = into.sums.len();
            into.sums.resize(from + layer.outputs, 0.0);
            let keep = *name == "objects";
            if keep {
                into.objects.clear();
                into.lying.clear();
                into.lying.resize(lanes(section) * layer.outputs, 0.0);
            }
            for row in filled(section, numbers) {
                layer.begin(&mut into.hidden);
                inputs.each(row, |at, value| layer.add(&mut into.hidden, at, value));
                rectify(&mut into.hidden);
                let sums = into.sums[from..].iter_mut();
                sums.zip(&into.hidden).for_each(|(sum, value)| *sum += value / POOL);
                if keep {
                    into.objects.extend_from_slice(&into.hidden);
                    let lane = into.lying.chunks_exact_mut(layer.outputs);
                    let lane = (row[OBJECT_LANE] as usize).checked_sub(1).zip(Some(lane));
                    if let Some(lane) = lane.and_then(|(at, mut lanes)| lanes.nth(at)) {
                        lane.iter_mut().zip(&into.hidden).for_each(|(sum, value)| *sum += value);
                    }
                }
            }
        }
        self.lanes(into);
        let from = into.sums.len();
        into.sums.resize(from + weights.single[0].outputs, 0.0);
        for (name, layer) in SINGLE.iter().zip(&weights.single) {
            let section = section(name);
            let inputs = Inputs::of(section);
            layer.begin(&mut into.hidden);
            for at in 0..section.rows {
                let offset = at * inputs.count();
                inputs.each(section.row(numbers, at), |input, value| {
                    layer.add(&mut into.hidden, offset + input, value);
                });
            }
            let sums = into.sums[from..].iter_mut();
            sums.zip(&into.hidden).for_each(|(sum, value)| *sum += value);
        }
        let source = section("question").row(numbers, 0)[SOURCE_COLUMN];
        let width = weights.object.inputs;
        let source = (source as usize).checked_sub(1).map(|at| at * width..(at + 1) * width);
        match source.and_then(|place| into.objects.get(place)) {
            Some(source) => into.sums.extend_from_slice(source),
            None => into.sums.resize(into.sums.len() + width, 0.0),
        }
        weights.context.apply(&into.sums, &mut into.context);
        rectify(&mut into.context);
        weights.value_hidden.apply(&into.context, &mut into.hidden);
        rectify(&mut into.hidden);
        let mut value = Vec::new();
        weights.value.apply(&into.hidden, &mut value);
        into.judgement.value = value[0].tanh();
        weights.shared.apply(&into.context, &mut into.shared);
        self.prefer(section("actions"), numbers, actions, into);
    }

    /// What lies in each lane, and all of it together.
    fn lanes(&self, into: &mut Judged) {
        let layer = &self.weights.lane;
        let from = into.sums.len();
        into.sums.resize(from + layer.outputs, 0.0);
        into.lanes.clear();
        for lying in into.lying.chunks_exact(layer.inputs) {
            layer.apply(lying, &mut into.hidden);
            rectify(&mut into.hidden);
            let sums = into.sums[from..].iter_mut();
            sums.zip(&into.hidden).for_each(|(sum, value)| *sum += value);
            into.lanes.extend_from_slice(&into.hidden);
        }
    }

    fn prefer(&self, section: &Section, numbers: &[i16], actions: usize, into: &mut Judged) {
        let weights = &*self.weights;
        let inputs = Inputs::of(section);
        let width = weights.object.inputs;
        into.judgement.preferences.clear();
        for at in 0..actions.min(section.rows) {
            let row = section.row(numbers, at);
            weights.action.begin(&mut into.hidden);
            let shared = into.hidden.iter_mut().zip(&into.shared);
            shared.for_each(|(hidden, shared)| *hidden += shared);
            inputs.each(row, |at, value| weights.action.add(&mut into.hidden, at, value));
            for (column, layer, known) in [
                (OBJECT_COLUMN, &weights.object, &into.objects),
                (TARGET_COLUMN, &weights.target, &into.objects),
                (ACTION_LANE, &weights.action_lane, &into.lanes),
            ] {
                let Some(named) = (row[column] as usize).checked_sub(1) else { continue };
                let Some(named) = known.get(named * width..(named + 1) * width) else { continue };
                for (at, value) in named.iter().enumerate() {
                    layer.add(&mut into.hidden, at, *value);
                }
            }
            rectify(&mut into.hidden);
            weights.action_hidden.apply(&into.hidden, &mut into.second);
            rectify(&mut into.second);
            let preference = weights.preference.weights.iter().zip(&into.second);
            into.judgement.preferences.push(preference.map(|(weight, value)| weight * value).sum());
        }
    }
}

impl PartialEq for Policy {
    /// Two policies are the same if they share their weights.
    fn eq(&self, other: &Policy) -> bool {
        Arc::ptr_eq(&self.weights, &other.weights)
    }
}

impl Eq for Policy {}

impl std::fmt::Debug for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Policy").field(&self.name).finish()
    }
}

/// How many lanes a game has.
fn lanes(objects: &Section) -> usize {
    objects.columns[OBJECT_LANE].categories().map_or(0, |many| many - 1)
}

/// The rows that stand for something.
fn filled<'a>(section: &'a Section, numbers: &'a [i16]) -> impl Iterator<Item = &'a [i16]> {
    let rows = (0..section.rows).map(|at| section.row(numbers, at));
    rows.take_while(|row| row[0] != 0)
}

fn rectify(numbers: &mut [f32]) {
    numbers.iter_mut().for_each(|number| *number = number.max(0.0));
}

impl Layer {
    fn begin(&self, out: &mut Vec<f32>) {
        out.clear();
        out.extend_from_slice(&self.bias);
    }

    fn add(&self, out: &mut [f32], input: usize, value: f32) {
        let row = &self.weights[input * self.outputs..(input + 1) * self.outputs];
        out.iter_mut().zip(row).for_each(|(out, weight)| *out += weight * value);
    }

    fn apply(&self, inputs: &[f32], out: &mut Vec<f32>) {
        self.begin(out);
        for (at, value) in inputs.iter().enumerate() {
            if *value != 0.0 {
                self.add(out, at, *value);
            }
        }
    }
}

impl Weights {
    /// Every layer takes what the one before it gives.
    fn check(&self, name: &str) -> Result<(), PolicyError> {
        let width = self.pooled[0].outputs;
        let sums = self.pooled.iter().map(|layer| layer.outputs).sum::<usize>();
        let hidden = self.action.outputs;
        let expected = [
            ("lane", &self.lane, [width, width]),
            (
                "context",
                &self.context,
                [sums + 2 * width + self.single[0].outputs, self.context.outputs],
            ),
            ("question", &self.single[1], [self.single[1].inputs, self.single[0].outputs]),
            ("unseen", &self.single[2], [self.single[2].inputs, self.single[0].outputs]),
            ("action_object", &self.object, [width, hidden]),
            ("action_target", &self.target, [width, hidden]),
            ("action_lane", &self.action_lane, [width, hidden]),
            ("action_context", &self.shared, [self.context.outputs, hidden]),
            ("action_hidden", &self.action_hidden, [hidden, self.action_hidden.outputs]),
            ("preference", &self.preference, [self.action_hidden.outputs, 1]),
            ("value_hidden", &self.value_hidden, [self.context.outputs, self.value_hidden.outputs]),
            ("value", &self.value, [self.value_hidden.outputs, 1]),
        ];
        for (table, layer, shape) in expected {
            let found = [layer.inputs, layer.outputs];
            if found != shape {
                let (name, found, shape) = (name.to_owned(), found.to_vec(), shape.to_vec());
                return Err(PolicyError::Shape(name, table, found, shape));
            }
        }
        Ok(())
    }
}

/// The numbers of a table and its shape.
type Numbers = (Vec<f32>, Vec<usize>);

/// The tables of a file.
struct File<'a> {
    name: &'a str,
    tables: SafeTensors<'a>,
}

impl File<'_> {
    /// The layer of a name; what is added stands beside it under `NAME.bias`, and is 0
    /// where it does not.
    fn layer(&self, table: &'static str) -> Result<Layer, PolicyError> {
        let (weights, shape) = self
            .numbers(table)?
            .ok_or_else(|| PolicyError::Missing(self.name.to_owned(), table))?;
        let [inputs, outputs] = *shape else {
            return Err(PolicyError::Shape(self.name.to_owned(), table, shape, vec![0, 0]));
        };
        let bias = match self.numbers(&format!("{table}.bias"))? {
            None => vec![0.0; outputs],
            Some((bias, shape)) if shape == [outputs] => bias,
            Some((_, shape)) => {
                let name = self.name.to_owned();
                return Err(PolicyError::Shape(name, table, shape, vec![outputs]));
            }
        };
        Ok(Layer { weights, bias, inputs, outputs })
    }

    fn numbers(&self, table: &str) -> Result<Option<Numbers>, PolicyError> {
        let Ok(found) = self.tables.tensor(table) else { return Ok(None) };
        if found.dtype() != Dtype::F32 {
            let why = format!("`{table}` does not hold 32-bit floats");
            return Err(PolicyError::Unreadable(self.name.to_owned(), why));
        }
        let numbers = found.data().chunks_exact(4);
        let numbers: Vec<f32> = numbers
            .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
            .collect();
        if numbers.iter().any(|number| !number.is_finite()) {
            let why = format!("`{table}` holds what is no number");
            return Err(PolicyError::Unreadable(self.name.to_owned(), why));
        }
        Ok(Some((numbers, found.shape().to_vec())))
    }
}
