import { useServiceFacts } from './service-facts.ts';

/** What holds on every page. */
export function Footer() {
  const facts = useServiceFacts();
  return (
    <footer class="bottom">
      <p>For research use only. Accuracy and repeatability are not established for any setup.</p>
      <p>
        {facts?.support_email && (
          <>
            Questions, and deletion of results without an account:{' '}
            <a href={`mailto:${facts.support_email}`}>{facts.support_email}</a> ·{' '}
          </>
        )}
        <a href="/problems">Problems</a> · <a href="/docs">API</a> · <a href="/licences.txt">Licences</a>
        {facts && <> · Leith {facts.version}</>}
      </p>
    </footer>
  );
}
