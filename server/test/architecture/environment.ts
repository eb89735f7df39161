// Text of .env.example, generated from the variables in server/src/config.ts.

export interface Variable {
  name: string;
  about: string;
  /** '' where nothing is the default. */
  standard: string;
}

/** Every variable with its explanation, switched off, so that a copy of the file changes nothing. */
export const exampleOf = (variables: readonly Variable[]): string =>
  [
    '# Environment variables of the server. All are optional; the values shown are the defaults.',
    ...variables.flatMap(({ name, about, standard }) => ['', `# ${about}`, `# ${name}=${standard}`]),
    '',
  ].join('\n');
