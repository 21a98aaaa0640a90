// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/last_words.hpp"
#include "interruption.hpp"

#include <sys/types.h>

#include <functional>
#include <string>

namespace malha {

/// Last words that a process shares with those that are forked from it.
class SharedLastWords {
public:
  SharedLastWords();
  ~SharedLastWords();
  SharedLastWords(const SharedLastWords&) = delete;
  SharedLastWords& operator=(const SharedLastWords&) = delete;

  LastWords& operator*() const { return *words_; }
  LastWords* operator->() const { return words_; }
  /// Forgets them.
  void clear() { new (words_) LastWords; }

private:
  LastWords* words_;
};

/// A process that was forked from this one, and dies with it. What it and its own children say comes through
/// a pipe.
class Child {
public:
  /// Forks it. In it, `work` is called with the end of the pipe that takes what it says, and must not return.
  /// `interruption` is what keeps signals from this process; null: nothing does. Throws std::runtime_error.
  Child(LastWords& words, const Interruption* interruption, const std::function<void(int)>& work);
  /// Kills it, and waits until it is gone.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The end of the pipe from which it is heard.
  int pipe() const { return pipe_; }
  /// Adds what it says to `said`. False once nobody is left who could say something.
  bool hear(std::string& said) const;
  /// Hears it to its end. Returns how it ended, as `waitpid` says it.
  int end(std::string& said);
  void kill() const;
  /// Whether its end has been heard.
  bool is_gone() const { return process_ < 0; }

private:
  pid_t process_ = -1;
  int pipe_ = -1;
};

/// Whether something can be read at once.
bool has_news(int file);

/// Waits for a child of this process. Returns how it ended, as `waitpid` says it.
int wait_for(pid_t process);

/// Has this process die when its parent does, since nobody would take the result of an orphan.
void die_with(pid_t parent);

/// Writes all of it, as far as somebody reads it.
void write_all(int file, const std::string& text);

} // namespace malha
