import { defineConfig } from 'oxlint'

/** The lint rules. docs/decisions/0059-the-lint-in-go.md explains why some are off. */

const unused = { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }

export default defineConfig({
  plugins: ['typescript', 'react'],
  // Turns off the default rules, so that only the rules named here apply.
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    'dist/',
    'dist.next/',
    'dist.old/',
    '.cache/',
    'data/',
    'coverage/',
    'test-results/',
    'migrations/',
  ],
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'prefer-const': 'error',
    'no-var': 'error',
    'no-console': 'error',
    'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
    'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        'no-array-constructor': 'error',
        'no-restricted-imports': [
          'error',
          {
            paths: [
              {
                name: 'zod',
                message:
                  "import * as z from 'zod/mini': the classic entry weighs 91 KiB in the browser.",
              },
            ],
          },
        ],
        'no-unused-expressions': 'error',
        'no-unused-vars': ['error', { ...unused, ignoreRestSiblings: true }],
        'no-useless-constructor': 'error',
        'prefer-rest-params': 'error',
        'prefer-spread': 'error',
        'typescript/await-thenable': 'error',
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/consistent-type-imports': [
          'error',
          { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
        ],
        'typescript/no-array-delete': 'error',
        'typescript/no-base-to-string': 'error',
        'typescript/no-deprecated': 'error',
        'typescript/no-duplicate-enum-values': 'error',
        'typescript/no-duplicate-type-constituents': 'error',
        'typescript/no-empty-object-type': 'error',
        'typescript/no-explicit-any': 'error',
        'typescript/no-extra-non-null-assertion': 'error',
        'typescript/no-extraneous-class': 'error',
        'typescript/no-floating-promises': 'error',
        'typescript/no-for-in-array': 'error',
        'typescript/no-generated-empty-object-type': 'error',
        'typescript/no-implied-eval': 'error',
        'typescript/no-import-type-side-effects': 'error',
        'typescript/no-invalid-void-type': 'error',
        'typescript/no-meaningless-void-operator': 'error',
        'typescript/no-misused-new': 'error',
        'typescript/no-misused-promises': [
          'error',
          { checksVoidReturn: { arguments: false, attributes: false, properties: false } },
        ],
        'typescript/no-misused-spread': 'error',
        'typescript/no-mixed-enums': 'error',
        'typescript/no-namespace': 'error',
        'typescript/no-non-null-asserted-nullish-coalescing': 'error',
        'typescript/no-non-null-asserted-optional-chain': 'error',
        'typescript/no-non-null-assertion': 'error',
        'typescript/no-redundant-type-constituents': 'error',
        'typescript/no-require-imports': 'error',
        'typescript/no-this-alias': 'error',
        'typescript/no-unnecessary-boolean-literal-compare': 'error',
        'typescript/no-unnecessary-condition': 'error',
        'typescript/no-unnecessary-template-expression': 'error',
        'typescript/no-unnecessary-type-arguments': 'error',
        'typescript/no-unnecessary-type-assertion': 'error',
        'typescript/no-unnecessary-type-constraint': 'error',
        'typescript/no-unnecessary-type-conversion': 'error',
        'typescript/no-unsafe-argument': 'error',
        'typescript/no-unsafe-assignment': 'error',
        'typescript/no-unsafe-call': 'error',
        'typescript/no-unsafe-declaration-merging': 'error',
        'typescript/no-unsafe-enum-comparison': 'error',
        'typescript/no-unsafe-function-type': 'error',
        'typescript/no-unsafe-member-access': 'error',
        'typescript/no-unsafe-return': 'error',
        'typescript/no-unsafe-unary-minus': 'error',
        'typescript/no-useless-default-assignment': 'error',
        'typescript/no-wrapper-object-types': 'error',
        'typescript/only-throw-error': 'error',
        'typescript/prefer-as-const': 'error',
        'typescript/prefer-literal-enum-member': 'error',
        'typescript/prefer-namespace-keyword': 'error',
        'typescript/prefer-promise-reject-errors': 'error',
        'typescript/prefer-reduce-type-parameter': 'error',
        'typescript/prefer-return-this-type': 'error',
        'typescript/related-getter-setter-pairs': 'error',
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': [
          'error',
          {
            allowNumber: true,
            allowBoolean: true,
            allow: [{ name: ['URL', 'URLSearchParams'], from: 'package', package: 'node:url' }],
          },
        ],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        'typescript/switch-exhaustiveness-check': [
          'error',
          { considerDefaultExhaustiveForUnions: true },
        ],
        'typescript/triple-slash-reference': 'error',
        'typescript/unified-signatures': 'error',
        'typescript/use-unknown-in-catch-callback-variable': 'error',
      },
    },
    {
      files: ['**/*.{js,mjs}'],
      env: { node: true },
      rules: {
        'no-undef': 'error',
        'no-unused-vars': ['error', unused],
        'no-unreachable': 'error',
        'no-unsafe-finally': 'error',
        'no-const-assign': 'error',
        'no-dupe-keys': 'error',
        'no-cond-assign': 'error',
        'no-use-before-define': ['error', { functions: false, variables: false }],
      },
    },
    // An unhandled rejection may end the process, so promises that nobody awaits go through
    // platform/background.ts.
    {
      files: ['src/main.ts', 'src/server/**/*.ts'],
      rules: { 'typescript/no-floating-promises': ['error', { ignoreVoid: false }] },
    },
    // Browser code also follows the rules of React's compiler.
    {
      files: ['src/web/**/*.{ts,tsx}'],
      env: { browser: true },
      rules: {
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/static-components': 'error',
        'react/use-memo': 'error',
        'react/preserve-manual-memoization': 'error',
        'react/incompatible-library': 'error',
        'react/immutability': 'error',
        'react/globals': 'error',
        'react/refs': 'error',
        'react/set-state-in-effect': 'error',
        'react/error-boundaries': 'error',
        'react/purity': 'error',
        'react/set-state-in-render': 'error',
        'react/unsupported-syntax': 'error',
      },
    },
    // A service worker and a script that runs before the app. The browser runs both as they are
    // written.
    {
      files: ['src/web/**/*.js'],
      env: { browser: true, serviceworker: true },
      globals: { __KEPT__: 'readonly' },
    },
    // These files print to the operator's terminal.
    {
      files: [
        'tools/scripts/**',
        'tools/bench/**',
        'src/cli.ts',
        'src/main.ts',
        'src/runtime.ts',
        'tools/sandbox/**',
      ],
      rules: { 'no-console': 'off' },
    },
    // The sandbox accepts and prints rows of any shape, like the vendors.
    { files: ['tools/sandbox/**'], rules: { 'typescript/no-base-to-string': 'off' } },
    // Tests may assert on loosely typed values, assume that rows they have just inserted exist, and
    // leave promises unawaited with `void`.
    {
      files: ['**/*.test.{ts,tsx}', 'test/**', 'tools/bench/**'],
      rules: {
        'typescript/no-floating-promises': 'error',
        'typescript/no-non-null-assertion': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/no-unnecessary-type-conversion': 'off',
        'typescript/no-misused-spread': 'off',
      },
    },
  ],
})
