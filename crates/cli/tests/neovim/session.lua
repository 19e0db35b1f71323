-- A session of Neovim's own client with `onplay lsp`: what an author does with a file of
-- cards, through the editor's commands. Started by `tests/neovim.rs`, which copies the game
-- into the folder PLACE. Ends with exit code 1 and the reason where something is missing.

local program, folder = os.getenv("ONPLAY"), os.getenv("PLACE")
local wait = 20000

local function check(holds, what)
  if not holds then error(what, 0) end
end

local function text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n"
end

--- Puts the cursor into the words, so that the editor's commands are about them.
local function go_to(words)
  vim.fn.cursor(1, 1)
  check(vim.fn.search("\\V" .. words, "cW") > 0, words .. " is not in the file")
  vim.fn.cursor(vim.fn.line("."), vim.fn.col(".") + 1)
end

local function set(buffer, lines)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
end

local CARD = {
  "[[card]]",
  'name = "Lantern Moth"',
  'type = "Unit"',
  "cost=0",
  "hull = 2",
  'text = "When this dies, draw a crad."',
}

local function open(client, path)
  vim.cmd("edit " .. vim.fn.fnameescape(path))
  local buffer = vim.api.nvim_get_current_buf()
  check(vim.lsp.buf_attach_client(buffer, client), "the client attaches to " .. path)
  return buffer
end

local function answer(buffer, method, params)
  local all = vim.lsp.buf_request_sync(buffer, method, params, wait)
  check(all, method .. " was not answered")
  for _, one in pairs(all) do
    check(one.error == nil, method .. ": " .. vim.inspect(one.error))
    return one.result
  end
  error(method .. " was not answered", 0)
end

local function errors(buffer, count)
  vim.wait(wait, function() return #vim.diagnostic.get(buffer) == count end, 10)
  local found = vim.diagnostic.get(buffer)
  check(#found == count, "errors: " .. vim.inspect(found))
  return found
end

local function session()
  local client = vim.lsp.start_client({ name = "onplay", cmd = { program, "lsp" }, root_dir = folder })
  check(client, "the server starts")
  local cards = open(client, folder .. "/cards/moths.toml")
  check(vim.wait(wait, function() return #vim.lsp.buf_get_clients(cards) > 0 end, 10), "the server answers")

  -- An error stands at its words.
  set(cards, CARD)
  local found = errors(cards, 1)[1]
  check(found.lnum == 5 and found.source == "onplay", vim.inspect(found))
  local words = CARD[6]:sub(found.col + 1, found.end_col)
  check(words:find("crad", 1, true), "the error stands at: " .. words)

  -- Its fix is applied by the editor.
  go_to("crad")
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(cards, 5) }
  params.range = { start = { line = 5, character = found.col }, ["end"] = { line = 5, character = found.end_col } }
  local fixes = answer(cards, "textDocument/codeAction", params)
  check(fixes and #fixes > 0, "no fix is offered")
  vim.lsp.util.apply_workspace_edit(fixes[1].edit, "utf-16")
  check(text(cards):find("draw a card", 1, true), "fixed: " .. text(cards))
  errors(cards, 0)

  -- Hovering tells what the card reads as.
  go_to("draw a card")
  local hover = answer(cards, "textDocument/hover", vim.lsp.util.make_position_params())
  check(vim.inspect(hover):find("reads as", 1, true), vim.inspect(hover))

  -- Words of the game complete.
  local offered = answer(cards, "textDocument/completion", vim.lsp.util.make_position_params())
  local labels = {}
  for _, item in ipairs(offered.items or offered) do labels[item.label] = true end
  check(labels["Pebble"] and labels["hull"], "completion offers no words of the game")

  -- The file is tidied.
  vim.lsp.buf.formatting_sync({}, wait)
  check(text(cards):find("cost = 0", 1, true), "tidied: " .. text(cards))
  vim.cmd("write")

  -- From a deck to the card and back, and the card under another name in both.
  local deck = open(client, folder .. "/decks/moths.toml")
  set(deck, { 'id = "moths"', 'name = "Moths"', 'plan = "Light."', "", "[main]", '"Lantern Moth" = 20' })
  vim.cmd("write")
  errors(deck, 0)
  go_to("Lantern Moth")
  local at = vim.lsp.util.make_position_params()
  local there = answer(deck, "textDocument/definition", at)
  check(vim.inspect(there):find("cards/moths.toml", 1, true), vim.inspect(there))
  at.context = { includeDeclaration = true }
  check(#answer(deck, "textDocument/references", at) == 2, "references")
  vim.lsp.buf.rename("Candle Moth")
  check(vim.wait(wait, function()
    return text(deck):find("Candle Moth", 1, true) and text(cards):find("Candle Moth", 1, true)
  end, 10), "renamed: " .. text(deck) .. text(cards))
  errors(deck, 0)
  errors(cards, 0)
end

local ok, why = pcall(session)
if not ok then
  io.stderr:write(tostring(why) .. "\n")
  vim.cmd("cquit 1")
end
io.stdout:write("the session is over\n")
vim.cmd("qall!")
