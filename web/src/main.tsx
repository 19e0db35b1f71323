/** The page: finds out where it is and draws it. */

import { type ComponentType, render } from "preact";
import { useEffect, useState } from "preact/hooks";

import "./style/tokens.css";
import "./style/base.css";
import "./style/card.css";
import "./style/table.css";
import "./style/board.css";
import "./style/dialogs.css";
import "./style/home.css";
import "./style/replay.css";
import "./style/narrow.css";
import { Home, Join } from "./home/Home.tsx";
import { loadWorkshop } from "./lazy.ts";
import { DemonstrationPage, ReplayPage } from "./replay/ReplayPage.tsx";
import { route } from "./route.ts";
import { startSettings } from "./state/settings.ts";
import { polite, urgent } from "./state/speech.ts";
import { TablePage } from "./table/Table.tsx";

/** The workshop brings an editor and the engine, so it is loaded when somebody goes there. */
function WorkshopPage({ shared }: { shared: string | null }) {
  const [Workshop, setWorkshop] = useState<ComponentType<{ shared: string | null }> | null>(null);
  useEffect(() => { void loadWorkshop().then((module) => setWorkshop(() => module.default)); }, []);
  return Workshop ? <Workshop shared={shared} /> : <main class="plain"><h1>Opening the workshop</h1></main>;
}

function Page() {
  const at = route.value;
  return (
    <>
      <svg class="spoken" width="0" height="0" aria-hidden="true"><clipPath id="right-half"><rect x="60" y="-60" width="140" height="240" /></clipPath></svg>
      {at.page === "home" && <Home />}
      {at.page === "join" && <Join match={at.match} />}
      {at.page === "table" && <TablePage match={at.match} token={at.token} />}
      {at.page === "replay" && <ReplayPage match={at.match} eyes={at.eyes} at={at.at} />}
      {at.page === "workshop" && <WorkshopPage shared={at.shared} />}
      {at.page === "demonstration" && <DemonstrationPage game={at.game} name={at.name} />}
      <div class="spoken" role="log" aria-live="polite">{polite.value}</div>
      <div class="spoken" role="alert">{urgent.value}</div>
    </>
  );
}

startSettings();
const root = document.getElementById("page");
if (root) render(<Page />, root);
