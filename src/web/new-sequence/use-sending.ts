import { useEffect, useState } from 'preact/hooks';
import { sender, type SendingState } from './sender.ts';

/** How far the frames have come, again whenever it changes. */
export function useSending(): SendingState {
  const [state, setState] = useState(sender.state);
  useEffect(() => {
    const changed = (): void => setState(sender.state);
    changed();
    return sender.listen(changed);
  }, []);
  return state;
}
