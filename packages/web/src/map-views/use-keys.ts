import { useEffect, useRef } from 'react';
import { pictureKey, tools } from './panels/tools.tsx';
import type { Drawing, Tool } from './use-drawing.ts';
import type { PlanEditing } from './use-plan.ts';

/**
 * Handles keys anywhere on the page: a letter selects its tool, Ctrl+S saves, Ctrl+Z and Shift+Ctrl+Z undo and redo.
 * Ignores typing in fields.
 */
export function useKeys(planning: PlanEditing, drawing: Drawing, isNarrow: boolean, choosePicture: () => void): void {
  const latest = useRef({ planning, drawing, isNarrow, choosePicture });
  latest.current = { planning, drawing, isNarrow, choosePicture };
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.altKey || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const does = event.ctrlKey || event.metaKey ? ofControl(event) : ofLetter(event);
      if (does === null) return;
      event.preventDefault();
      does();
    }
    function ofControl({ key, shiftKey }: KeyboardEvent): (() => void) | null {
      const { undo, redo, save } = latest.current.planning;
      const letter = key.toLowerCase();
      if (letter === 's') return () => void save();
      if (letter === 'z') return shiftKey ? redo : undo;
      return letter === 'y' ? redo : null;
    }
    function ofLetter({ key, target }: KeyboardEvent): (() => void) | null {
      if (target instanceof Element && target.matches('input, select, textarea')) return null;
      const now = latest.current;
      const letter = key.toLowerCase();
      const [tool] = Object.entries(tools).find(([, [shortcut]]) => shortcut === letter) ?? [];
      if (now.isNarrow && tool !== 'choose' && tool !== 'sensor') return null;
      if (tool !== undefined) return () => now.drawing.take(tool as Tool);
      if (letter === 'n') return () => now.drawing.setSnaps(!now.drawing.snaps);
      if (letter === 'l') return () => now.drawing.setShowsPicture(!now.drawing.showsPicture);
      return letter === pictureKey ? now.choosePicture : null;
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
