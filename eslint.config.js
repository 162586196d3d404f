import globals from 'globals'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const zod = {
  name: 'zod',
  message: "import * as z from 'zod/mini': the classic entry weighs 91 KiB in the browser.",
}

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'dist.next/',
      'dist.old/',
      '.cache/',
      'data/',
      'coverage/',
      'test-results/',
      'migrations/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        {
          allowNumber: true,
          allowBoolean: true,
          allow: [{ name: ['URL', 'URLSearchParams'], from: 'package', package: 'node:url' }],
        },
      ],
      // Arrow functions that pass a void call on are how callbacks are written; `return done(…)` is
      // how they end early.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, attributes: false, properties: false } },
      ],
      // Handlers and stores are asked for promises by their callers, whether or not they wait for
      // something.
      '@typescript-eslint/require-await': 'off',
      // A generic that appears once may still name what a caller passes in.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      'no-restricted-imports': ['error', { paths: [zod] }],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: globals.node, sourceType: 'module' },
    rules: {
      'no-undef': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-unreachable': 'error',
      'no-unsafe-finally': 'error',
      'no-const-assign': 'error',
      'no-dupe-keys': 'error',
      'no-cond-assign': 'error',
      'no-use-before-define': ['error', { functions: false, variables: false }],
    },
  },

  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'prefer-const': 'error',
      'no-var': 'error',
      'no-console': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
    },
  },
  // A rejection that nobody hears may end the process: what nobody waits for goes through
  // platform/background.ts.
  {
    files: ['src/main.ts', 'src/server/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }] },
  },
  // The pages of the browser; the compiler rules of React's own plugin included.
  {
    files: ['src/web/**/*.{ts,tsx}'],
    extends: [hooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
  },
  // A service worker, and a script that runs before the app: the browser takes them as they are.
  {
    files: ['src/web/**/*.js'],
    languageOptions: {
      globals: { ...globals.browser, ...globals.serviceworker, __KEPT__: 'readonly' },
      sourceType: 'script',
    },
  },
  // These talk to a person in a terminal.
  {
    files: [
      'scripts/**',
      'bench/**',
      'src/cli.ts',
      'src/main.ts',
      'src/runtime.ts',
      'src/sandbox/**',
    ],
    rules: { 'no-console': 'off' },
  },
  // The stand-ins take and print rows of any shape, as the vendors do.
  { files: ['src/sandbox/**'], rules: { '@typescript-eslint/no-base-to-string': 'off' } },
  // A test may assert on loose values, and knows that what it has just put in is there.
  {
    files: ['**/*.test.{ts,tsx}', 'test/**', 'bench/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unnecessary-type-conversion': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
)
