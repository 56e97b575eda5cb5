const places = [
  [false, 'One hologram', '#/new'],
  [true, 'A sequence of frames', '#/sequence/new'],
] as const;

/** From the form for one frame to that for many, with what was typed. */
export function OneOrMany({ many = false }: { readonly many?: boolean }) {
  return (
    <nav class="tabs one-or-many" aria-label="One or many">
      {places.map(([isMany, label, address]) => (
        <a key={address} href={address} aria-current={many === isMany ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
