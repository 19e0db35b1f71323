/** The rules of a game: headings, paragraphs, lists, tables, bold, code. */

import type { ComponentChildren } from "preact";

function inline(text: string): ComponentChildren[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*)/).map((part, at) => {
    if (part.startsWith("**")) return <b key={at}>{part.slice(2, -2)}</b>;
    if (part.startsWith("`")) return <code key={at}>{part.slice(1, -1)}</code>;
    if (part.startsWith("*") && part.length > 2) return <em key={at}>{part.slice(1, -1)}</em>;
    return part;
  });
}

export function Markdown({ text }: { text: string }) {
  const blocks = text.replaceAll("\r", "").split(/\n{2,}/);
  return <div class="markdown">{blocks.map((block, at) => <Block key={at} text={block.trim()} />)}</div>;
}

function Block({ text }: { text: string }) {
  const rows = text.split("\n");
  const heading = /^(#{1,4}) (.*)$/.exec(rows[0] ?? "");
  if (heading) {
    const rest = rows.slice(1).join("\n").trim();
    const level = (heading[1] ?? "").length;
    const words = inline(heading[2] ?? "");
    return <>{level <= 1 ? <h2>{words}</h2> : <h3>{words}</h3>}{rest && <Block text={rest} />}</>;
  }
  if (rows.every((row) => row.startsWith("|"))) {
    const cells = rows.filter((row) => !/^\|[\s|:-]+\|$/.test(row)).map((row) => row.slice(1, -1).split("|").map((cell) => cell.trim()));
    return (
      <table tabIndex={0}>
        <tbody>{cells.map((row, at) => <tr key={at}>{row.map((cell, column) => (at === 0 ? <th key={column}>{inline(cell)}</th> : <td key={column}>{inline(cell)}</td>))}</tr>)}</tbody>
      </table>
    );
  }
  if (/^([-*]|\d+[.)]) /.test(text)) {
    const items = text.split(/\n(?=(?:[-*]|\d+[.)]) )/);
    return <ul>{items.map((item, at) => <li key={at}>{inline(item.replace(/^([-*]|\d+[.)]) /, "").replaceAll("\n", " "))}</li>)}</ul>;
  }
  if (text.startsWith("```")) return <pre tabIndex={0}>{rows.slice(1, -1).join("\n")}</pre>;
  return text ? <p>{inline(rows.join(" "))}</p> : null;
}
