import { render } from 'preact';
import { config } from 'zod';
import { App } from './app.tsx';
import { keepPage } from './offline/keep-page.ts';

// the content security policy forbids making code out of text, even to try whether it is allowed
config({ jitless: true });

render(<App />, document.getElementById('app')!);
keepPage();
