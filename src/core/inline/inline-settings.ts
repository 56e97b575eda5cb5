import { lightSettings, type LightSettings } from '../light/light-settings.ts';
import { alignSettings, type AlignSettings } from './align/align-settings.ts';
import { inlineBackgroundSettings, type InlineBackgroundSettings } from './background/background-settings.ts';
import { focusSettings, type FocusSettings } from './focus/focus-settings.ts';
import { responseSettings, type ResponseSettings } from './response/response-settings.ts';
import { retrievalSettings, type RetrievalSettings } from './retrieve/retrieval-settings.ts';
import { uncertaintySettings, type UncertaintySettings } from './uncertainty/uncertainty-settings.ts';

/** Every number that was chosen in reconstructing in-line holograms, by stage. */
export interface InlineSettings {
  readonly light: LightSettings;
  readonly focus: FocusSettings;
  readonly response: ResponseSettings;
  readonly align: AlignSettings;
  readonly retrieval: RetrievalSettings;
  readonly uncertainty: UncertaintySettings;
  readonly background: InlineBackgroundSettings;
}

export const inlineSettings: InlineSettings = {
  light: lightSettings,
  focus: focusSettings,
  response: responseSettings,
  align: alignSettings,
  retrieval: retrievalSettings,
  uncertainty: uncertaintySettings,
  background: inlineBackgroundSettings,
};
