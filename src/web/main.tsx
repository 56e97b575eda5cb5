import { render } from 'preact';
import { config } from 'zod';
import { App } from './app.tsx';

// the content security policy forbids making code out of text, even to try whether it is allowed
config({ jitless: true });

render(<App />, document.getElementById('app')!);
