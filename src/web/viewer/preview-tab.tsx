import { useEffect, useMemo } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';

/** What there is to see of a package that holds no values: its pictures. */
export function PreviewTab({ opened }: { readonly opened: OpenedPackage }) {
  const pictures = useMemo(
    () => Object.entries(opened.previews).map(([name, png]) => ({ name, href: URL.createObjectURL(png) })),
    [opened],
  );
  useEffect(() => () => pictures.forEach(({ href }) => URL.revokeObjectURL(href)), [pictures]);
  return (
    <div class="pictures">
      <p>The package holds pictures only: nothing can be measured in them.</p>
      {pictures.map(({ name, href }) => (
        <img key={name} src={href} alt={name.replaceAll('_', ' ')} />
      ))}
    </div>
  );
}
