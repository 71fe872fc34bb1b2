export function SignUpPage() {
  return null;
}
