import { useState } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';
import { Panels, type PanelsProps } from './panels.tsx';
import { Toolbar } from './toolbar.tsx';
import type { ViewStore } from './view-store.ts';

/** Tools and panels: at both sides of the map, and on a telephone in a sheet that comes up from below. */
export function ToolSheet({ store, ...panels }: PanelsProps & { readonly store: ViewStore }) {
  const [open, setOpen] = useState(false);
  const { state, change, shown, opened } = panels;
  return (
    <div class={`sheet${open ? ' open' : ''}`}>
      <button
        type="button"
        class="sheet-handle second"
        aria-expanded={open}
        onClick={({ currentTarget }) => {
          setOpen(!open);
          // what the panels change is to be seen above them
          if (!open) currentTarget.closest('.workbench')!.scrollIntoView();
        }}
        data-control="sheet"
      >
        {open ? 'Close the panels' : 'Panels'}
      </button>
      <Toolbar {...{ state, change, store, shown, name: opened.name, caption: captionOf(opened) }} />
      <Panels {...panels} />
    </div>
  );
}

/** By what a figure can be found again, and what it is worth. */
function captionOf({ report, origin, name }: OpenedPackage): string[] {
  const of =
    origin === 'page'
      ? `${name}: computed in the page, not signed`
      : `Evidence report ${report.evidence_report_id}, ${report.created_at.slice(0, 10)}`;
  return [of, `Input SHA-256 ${report.input.sha256}`];
}
