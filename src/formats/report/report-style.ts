/** The look of `report.html`: one column on a phone, figures side by side on a screen, ink on paper when printed; in the colours of the page. */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --paper: #fff; --raised: #f4f6f8; --ink: #16202a; --soft: #55616d; --line: #d5dbe1; --grid: #e8ebef;
  --accent: #0b5cad; --mark: #c2410c; --warning: #b3261e; --review: #8a5300; --good: #1b6e3c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1b232b; --raised: #12181e; --ink: #e6ebf0; --soft: #a3afbb; --line: #35414d; --grid: #2a343e;
    --accent: #6db3f8; --mark: #fb923c; --warning: #ff9d94; --review: #f0b860; --good: #7fd6a2;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.2rem; margin: 2.75rem 0 .75rem; padding-bottom: .35rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1rem 0 0; }
h3::first-letter { text-transform: uppercase; }
.steps h3 { margin: 0; }
p { margin: .5rem 0; max-width: 46rem; }
.soft, figcaption, th, dt { color: var(--soft); }
code, pre, .digest { font: .82em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; white-space: pre-wrap; }
.verdict { margin: 1.5rem 0 0; padding: .9rem 1.1rem; border-radius: 8px; background: var(--raised); border-left: 4px solid var(--good); }
.verdict.needs_review { border-color: var(--review); }
.verdict.warning { border-color: var(--warning); }
.verdict > strong { font-size: 1.1rem; }
.flags { list-style: none; margin: .6rem 0 0; padding: 0; display: grid; gap: .5rem; }
.level { font-weight: 600; }
.level.warning { color: var(--warning); }
.level.needs_review { color: var(--review); }
.level.info { color: var(--accent); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 1rem 1.5rem; margin: 1.5rem 0 0; }
.facts dd { font-size: 1.2rem; font-weight: 600; }
dl { margin: 0; } dt { font-size: .85rem; } dd { margin: 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); gap: 1.25rem; align-items: start; }
figure { margin: 0; }
.pictures > :first-child:nth-last-child(odd) { grid-column: 1 / -1; }
figure img { display: block; width: 100%; height: auto; background: #fff; border: 1px solid var(--line); border-radius: 8px; }
figcaption { font-size: .85rem; margin-top: .4rem; }
.plot svg { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; padding: .4rem; }
svg text { font: 13px system-ui, sans-serif; fill: var(--soft); }
svg path, svg ellipse { fill: none; }
.grid { stroke: var(--grid); } .frame { stroke: var(--soft); }
.curve { stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
.best { stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 5 4; }
svg .best-label { fill: var(--mark); font-weight: 600; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
svg .filter { stroke: var(--accent); stroke-width: 2; fill: var(--accent); fill-opacity: .12; }
svg .twin { stroke: var(--soft); stroke-dasharray: 5 4; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th { text-align: left; font-weight: 500; font-size: .85rem; }
th, td { overflow-wrap: break-word; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number { font-variant-numeric: tabular-nums; }
.changed, .total { font-weight: 600; }
.budget td:first-child { min-width: 8rem; } .budget td:last-child { min-width: 16rem; }
.bar { display: block; width: 7rem; height: .7rem; margin-top: .35rem; } .bar rect { fill: var(--accent); }
.files td { white-space: nowrap; } .files td.digest { white-space: normal; min-width: 17rem; }
.steps { margin: 0; padding: 0 0 0 1.4rem; display: grid; gap: 1.1rem; }
.steps li::marker { color: var(--soft); }
.metrics { display: flex; flex-wrap: wrap; gap: .15rem 1.4rem; margin: .25rem 0 0; font-size: .88rem; }
.metrics > div { display: flex; flex-wrap: wrap; gap: 0 .4rem; }
.metrics dt { font-size: inherit; } .metrics dd { font-variant-numeric: tabular-nums; }
.identity { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; font-size: .92rem; margin: .9rem 0 0; }
@media (max-width: 34rem) {
  body { padding: 1.25rem .9rem 3rem; }
  .identity { grid-template-columns: 1fr; } .identity dd { margin-bottom: .4rem; }
  .facts { grid-template-columns: 1fr 1fr; } .bar { width: 4rem; }
}
@media print {
  :root { --paper: #fff; --raised: #fff; --ink: #000; --soft: #444; --line: #bbb; --grid: #ddd; --accent: #0b5cad; --mark: #a33a0a; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  figure, .steps li, tr, .verdict { break-inside: avoid; } h2 { break-after: avoid; }
  .figures { grid-template-columns: 1fr 1fr; }
}
`;
