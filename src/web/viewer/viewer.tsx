import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Values } from '../fields/fields.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import { PreviewTab } from './preview-tab.tsx';
import { MapTab } from './map-tab.tsx';
import { ReportTab } from './report-tab.tsx';
import { shownMaps } from './shown-map.ts';
import { useHologram } from './use-hologram.ts';
import { VerdictBar } from './verdict-bar.tsx';
import './viewer.css';

export interface ViewerProps {
  readonly package: OpenedPackage;
  /** the user's own frame, where the page has it: shown as one more map (a package never holds it) */
  readonly hologram?: File | null;
  /** tries a request with other fields; absent: there is nothing to try it with here */
  readonly onTry?: (fields: Values) => void;
}

type Tab = 'maps' | 'report';

const tabs: readonly { readonly name: Tab; readonly title: string }[] = [
  { name: 'maps', title: 'Maps' },
  { name: 'report', title: 'Evidence report' },
];

/** Everything one result can be looked at with. */
export function Viewer({ package: opened, hologram = null, onTry }: ViewerProps) {
  const [tab, setTab] = useState<Tab>('maps');
  const [remarked, setRemarked] = useState<string | null>(null);
  const frame = useHologram(hologram, opened);
  const maps = useMemo(() => [...shownMaps(opened), ...(frame ? [frame] : [])], [opened, frame]);
  // another result is looked at from the beginning
  const which = seriesOf(opened);
  useEffect(() => setTab('maps'), [which]);
  return (
    <section class="viewer" aria-label={`Result ${opened.name}`}>
      <div class="viewer-head">
        <VerdictBar {...{ opened, shown: remarked, onShow: setRemarked }} {...(onTry && { onTry })} />
        <div role="tablist" aria-label="What to look at" class="viewer-tabs">
          {tabs.map(({ name, title }) => (
            <TabButton key={name} {...{ name, title }} chosen={tab === name} onChoose={() => setTab(name)} />
          ))}
        </div>
      </div>
      <div role="tabpanel" id={`viewer-${tab}`} aria-labelledby={`viewer-tab-${tab}`}>
        {tab === 'report' ? (
          <ReportTab opened={opened} />
        ) : maps.length > 0 ? (
          <MapTab key={which} {...{ opened, maps, remarked, onTry }} />
        ) : (
          <PreviewTab opened={opened} />
        )}
      </div>
    </section>
  );
}

/** What stays while more of a result comes, or one follows another in its place. */
function seriesOf({ origin, parts, name, maps }: OpenedPackage): string {
  return origin === 'page' || parts ? name : `${name} ${Object.values(maps)[0]?.id ?? 0}`;
}

interface TabButtonProps {
  readonly name: Tab;
  readonly title: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function TabButton({ name, title, chosen, onChoose }: TabButtonProps) {
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = (event.currentTarget as HTMLElement).parentElement!.querySelector<HTMLElement>(
      '[tabindex="-1"]',
    );
    other?.focus();
    other?.click();
  };
  return (
    <button
      type="button"
      role="tab"
      id={`viewer-tab-${name}`}
      aria-selected={chosen}
      aria-controls={chosen ? `viewer-${name}` : undefined}
      tabIndex={chosen ? 0 : -1}
      onClick={onChoose}
      onKeyDown={move}
    >
      {title}
    </button>
  );
}
