import { useState } from 'preact/hooks';
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
        {open ? 'Down with the panels' : 'Panels'}
      </button>
      <Toolbar {...{ state, change, store, shown, name: opened.name }} />
      <Panels {...panels} />
    </div>
  );
}
