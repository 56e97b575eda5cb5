import { render } from 'preact';
import { config } from 'zod';
import { App } from './app.tsx';
import { keepPage } from './offline/keep-page.ts';

// the content security policy forbids making code out of text, even to try whether it is allowed
config({ jitless: true });

// an address that can be told and printed
if (location.pathname === '/verify') history.replaceState(null, '', `/#/verify${location.search}`);

render(<App />, document.getElementById('app')!);
keepPage();
