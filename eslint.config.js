import tseslint from 'typescript-eslint';

/** The kernels are AssemblyScript: its decorators on functions are no TypeScript. The compiler checks them. */
const ignores = [
  'node_modules',
  'data',
  'dist',
  'coverage',
  '**/.venv',
  'bench/build',
  'bench/out',
  'kernels/*',
  '!kernels/build.ts',
  '!kernels/build-binding.ts',
  '!kernels/binding',
];

export default tseslint.config({ ignores }, ...tseslint.configs.recommended, {
  rules: {
    // Indices into typed arrays are bounded by their loops; the compiler can't see it.
    '@typescript-eslint/no-non-null-assertion': 'off',
    '@typescript-eslint/consistent-type-imports': 'error',
    // `const { unwanted: _, ...rest } = value` is how a field is left out.
    '@typescript-eslint/no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
    ],
  },
});
