import { useEffect, useLayoutEffect } from 'preact/hooks';
import { recipeFields } from '../../core/recipe/recipe.ts';
import type { DistanceKind, FieldName, Values } from '../fields/fields.ts';
import { currentQuery, currentRoute, replaceQuery } from '../shell/route.ts';
import { sentFor } from '../result/sent-frames.ts';
import type { FormControls, FormState } from './form-state.ts';

/** After so long without a change it is written. */
const REST_MS = 200;
const KINDS: readonly DistanceKind[] = ['known', 'range', 'unknown', 'stack'];

/** What an address says of the form: `#/new?wavelength_um=0.6328&distance=range`. null: nothing. */
export function formOfAddress(): FormOfAddress | null {
  if (!isForm(currentRoute())) return null;
  const query = currentQuery();
  const values = Object.fromEntries([...query].filter(([name]) => name in recipeFields)) as Values;
  if (Object.keys(values).length === 0) return null;
  const said = KINDS.find((kind) => kind === query.get('distance'));
  const distance = said ?? (values.stack_z_mm ? 'stack' : values.z_min_mm ? 'range' : 'known');
  return { values: { holography_mode: 'off-axis', ...values }, distance, ...requestOf(query) };
}

type FormOfAddress = Pick<FormState, 'values' | 'distance'> & Partial<FormState>;

/** A frame of another result must not be taken for that of this one: where this page does not have it, none is. */
function requestOf(query: URLSearchParams): Partial<FormState> {
  const again = query.get('again');
  if (again === null) return {};
  const sent = sentFor(again);
  return {
    ...{ frames: sent ? [sent.hologram] : [], left: [], background: sent?.background ?? null },
    ...{ isWithoutFrame: sent === null, profileId: query.get('profile') },
  };
}

/** What was typed stands in the address: it survives a reload, and can be sent to somebody. Files are not in it. */
export function useFormAddress({ state, change }: FormControls): void {
  const { values, distance } = state;
  useEffect(() => {
    const { hash } = location;
    // another address is heard of below; written over before that, what it asks for would be lost
    const write = () => location.hash === hash && isForm(currentRoute()) && writeAddress(values, distance);
    // while a hand drags, browsers take only some hundred addresses in half a minute
    const timer = setTimeout(write, REST_MS);
    return () => clearTimeout(timer);
  }, [values, distance]);
  useEffect(() => {
    const changed = (): void => {
      if (!isForm(currentRoute())) return;
      const said = formOfAddress();
      if (said) change(said);
      else writeAddress(values, distance);
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, [values, distance]);
}

/** Asks before a frame that was not sent is lost with the page: from when the page shows that it is not. */
export function useAskBeforeLoss(unsent: boolean): void {
  useLayoutEffect(() => {
    if (!unsent) return;
    const ask = (event: Event): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsent]);
}

/** Where the fields of a reconstruction are typed: for one frame, or for a sequence of them. */
function isForm([place = '', which]: readonly string[]): boolean {
  return place === '' || place === 'new' || isSequence([place, which]);
}

function isSequence([place, which]: readonly (string | undefined)[]): boolean {
  return place === 'sequence' && which === 'new';
}

function writeAddress(values: Values, distance: DistanceKind): void {
  const query = queryOf(values, distance);
  const path = isSequence(currentRoute()) ? '#/sequence/new' : query.size === 0 ? '#/' : '#/new';
  replaceQuery(query, path);
}

/** Nothing where nothing was typed: the usual address stays short. */
function queryOf(values: Values, distance: DistanceKind): URLSearchParams {
  const typed = (Object.entries(values) as [FieldName, string][]).filter(([, value]) => value.trim() !== '');
  const usual = typed.every(([name, value]) => name === 'holography_mode' && value === 'off-axis');
  if (usual && distance === 'known') return new URLSearchParams();
  return new URLSearchParams([...typed, ...(distance === 'known' ? [] : [['distance', distance]])]);
}
