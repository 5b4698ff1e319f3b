import './ui/base.css';
