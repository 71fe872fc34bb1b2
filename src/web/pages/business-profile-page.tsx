export function BusinessProfilePage() {
  return null;
}
