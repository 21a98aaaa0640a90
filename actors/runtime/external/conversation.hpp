// SPDX-License-Identifier: MIT
#pragma once
#include "answer.hpp"
#include "guarded_process.hpp"
#include "json_line.hpp"
#include "open_process.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace malha::external {

/// The version of the protocol, which docs/python.md describes.
inline constexpr int protocol = 1;

/// What a policy in another process is told when it begins.
struct Hello {
  std::string question;
  std::vector<std::string> asks;            ///< what it will be asked, by names; the first is its main one
  std::vector<std::string> tells;           ///< what it will be told
  std::vector<std::string> says;            ///< what it may say of itself
  std::map<std::string, std::string> given; ///< parameters of its own
  std::uint64_t seed = 0;                   ///< for its random numbers, below 2^53
};

/// Talks in lock step with a policy in another process: lines of JSON go to it, and one line comes back for
/// each question. Functions throw BrokenRule when the other side keeps no rule of the protocol.
class Conversation : public OpenProcess {
public:
  /// Starts the program and greets it. Throws std::runtime_error if it does not answer the greeting.
  Conversation(const Program& program, const Hello& hello, Seconds patience);
  /// Closes it.
  ~Conversation() override;
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  /// Sends what is not sent yet and a goodbye, and lets the program end. Nothing can be asked behind it.
  void close() override;

  /// Whether it wants of long lists only what has changed.
  bool wants_changes() const { return wants_changes_; }
  /// If it wants to be asked only while one of so many jobs, the first that wait, has enough free nodes.
  std::optional<std::int64_t> asked_if_fits() const { return asked_if_fits_; }
  /// Whether it wants to be asked only while a job can be backfilled.
  bool is_asked_to_backfill() const { return is_asked_to_backfill_; }
  /// What it says of itself; `if_silent` if it says nothing.
  bool says(const std::string& name, bool if_silent) const;
  /// Whether it wants to be asked or told this.
  bool wants(const std::string& name) const { return !names_its_wants_ || wants_.count(name) > 0; }

  /// Asks one question, whose members are written by `members(line)`. Returns `read(answer)`.
  template <class Members, class Read>
  auto ask(const char* what, const Members& members, const Read& read) {
    begin("ask", what, members);
    const auto reply = reply_to_what_was_written();
    return read(Answer(reply.at("answer")));
  }
  /// Tells it something, for which there is no answer.
  template <class Members>
  void tell(const char* what, const Members& members) {
    if (!wants(what))
      return;
    begin("tell", what, members);
    send_if_long();
  }

private:
  template <class Members>
  void begin(const char* kind, const char* what, const Members& members) {
    auto& text = line_.text();
    text += '{';
    line_.member(kind, what);
    if (kind[0] == 'a')
      line_.member("n", ++asked_);
    members(line_);
    text += "}\n";
  }
  void greet(const Hello& hello);
  void hear_greeting(const Hello& hello);
  void hear_when_to_ask(const Hello& hello, const Answer& ready);
  nlohmann::json reply_to_what_was_written();
  nlohmann::json next_reply();
  void send_if_long();

  GuardedProcess process_;
  const Seconds patience_;
  JsonLine line_; ///< what is not sent yet
  std::int64_t asked_ = 0;
  bool wants_changes_ = false, names_its_wants_ = false, is_asked_to_backfill_ = false;
  std::optional<std::int64_t> asked_if_fits_;
  std::map<std::string, bool> says_;
  std::set<std::string> wants_;
};

} // namespace malha::external
