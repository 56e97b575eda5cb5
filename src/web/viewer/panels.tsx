import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Values } from '../fields/fields.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import { ColourChoice } from './colour-choice.tsx';
import { ComparePanel, type Comparison } from './compare.tsx';
import { FocusPanel } from './focus-panel.tsx';
import { HistogramPanel } from './histogram-panel.tsx';
import { RefocusPanel } from './refocus-panel.tsx';
import { RegionPanel } from './region-panel.tsx';
import type { Shown } from './shown.ts';
import type { ShownMap } from './shown-map.ts';
import { SurfacePanel } from './surface-panel.tsx';
import type { Change, MapState } from './use-map-state.ts';
import type { RefocusState } from './use-refocus.ts';

export interface PanelsProps {
  readonly opened: OpenedPackage;
  readonly maps: readonly ShownMap[];
  readonly shown: Shown;
  readonly state: MapState;
  readonly change: Change;
  readonly comparison: Comparison;
  readonly refocus: RefocusState;
  /** tries it here with other fields; undefined: the form has to be gone to */
  readonly onTry: ((fields: Values) => void) | undefined;
}

/** What to measure with. A closed panel computes nothing. */
export function Panels({ opened, maps, shown, state, change, comparison, refocus, onTry }: PanelsProps) {
  return (
    <div class="viewer-panels">
      <Panel name="histogram" title="Map, colours and range" open>
        <ColourChoice {...{ maps, shown, state, change }} />
        <HistogramPanel {...{ shown, state, change }} />
      </Panel>
      <Panel name="regions" title="Regions and steps" open={state.regions.length > 0}>
        <RegionPanel {...{ shown, state, change, opened, onTry }} />
      </Panel>
      {refocus.possible && (
        <Panel name="refocus" title="Refocus" open={state.refocused !== null}>
          <RefocusPanel {...{ opened, refocus, shown, state, change, onTry }} />
        </Panel>
      )}
      {(opened.report.focus_curves ?? []).length > 0 && (
        <Panel name="focus" title="Focus curve">
          <FocusPanel report={opened.report} />
        </Panel>
      )}
      <Panel name="surface" title="3D surface">
        <SurfacePanel {...{ shown, opened }} />
      </Panel>
      <Panel name="compare" title="Compare with another result">
        <ComparePanel {...{ comparison, opened, change }} />
      </Panel>
    </div>
  );
}

interface PanelProps {
  readonly name: string;
  readonly title: string;
  /** opened by what a person does on the map; they may close it again */
  readonly open?: boolean;
  readonly children: ComponentChildren;
}

export function Panel({ name, title, open = false, children }: PanelProps) {
  const [own, setOwn] = useState<boolean | null>(null);
  const isOpen = own ?? open;
  return (
    <details
      class="viewer-panel"
      data-panel={name}
      open={isOpen}
      onToggle={(event) => {
        const { open: now } = event.currentTarget;
        if (now !== isOpen) setOwn(now);
      }}
    >
      <summary>{title}</summary>
      {isOpen && <div class="viewer-panel-body">{children}</div>}
    </details>
  );
}
