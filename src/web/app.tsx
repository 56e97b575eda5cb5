/** The page: what its address names after the #. */
export function App() {
  return <main>Leith</main>;
}
