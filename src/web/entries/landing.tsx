import '../ui/styles/landing.css';
