// The text of .env.example, made of what server/src/config.ts says about its variables.

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
