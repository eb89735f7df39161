import readline from 'node:readline/promises';

/** What a person types after a question, in lower case. */
export async function request(question: string): Promise<string> {
  const prompt = readline.createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(question);
  prompt.close();
  return answer.trim().toLowerCase();
}
