import { Panel, type PanelsProps } from './panels.tsx';
import { ProfilePanel } from './profile-panel.tsx';

/** Below the map and as wide as it: what follows lines across it. */
export function Dock({
  opened,
  shown,
  state,
  change,
}: Pick<PanelsProps, 'opened' | 'shown' | 'state' | 'change'>) {
  return (
    <div class="dock">
      <Panel name="profile" title="Line profiles" open={state.lines.length > 0}>
        <ProfilePanel {...{ shown, state, change, opened }} />
      </Panel>
    </div>
  );
}
