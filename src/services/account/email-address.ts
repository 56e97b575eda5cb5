/** The longest address that mail can reach (RFC 5321). */
export const MOST_EMAIL = 254;

const EMAIL =
  /^[^\s\p{Cc}\p{Cf}\p{Cs}@"(),:;<>[\]\\.]+(\.[^\s\p{Cc}\p{Cf}\p{Cs}@"(),:;<>[\]\\.]+)*@([\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}$/u;

/** Whether an account may have it: nothing that can’t be seen, and no text that is read as another address. */
export function isEmailAddress(email: string): boolean {
  return EMAIL.test(email.trim());
}
