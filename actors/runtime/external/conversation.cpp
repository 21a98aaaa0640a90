// SPDX-License-Identifier: MIT
#include "conversation.hpp"

#include "actors/model/broken_rule.hpp"
#include "policies/sdk/beginning.hpp"
#include "policies/sdk/errors.hpp"

#include <algorithm>

namespace malha::external {
namespace {

using nlohmann::json;

bool is_in(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

Conversation::Conversation(const Program& program, const Hello& hello, Seconds patience)
    : process_(program, patience), patience_(patience) {
  greet(hello);
  try {
    hear_greeting(hello);
  } catch (const BrokenRule& broken) {
    throw std::runtime_error(broken.what());
  }
  is_open();
}

Conversation::~Conversation() { close(); }

void Conversation::close() {
  if (!is_closed())
    return;
  line_.text() += "{\"goodbye\":true}\n";
  try {
    process_.send(line_.text(), 1);
  } catch (const std::exception&) { // it has ended already, or does not read: it is ended now
    process_.kill();
  }
  process_.finish();
}

void Conversation::greet(const Hello& hello) {
  auto& line = line_;
  line.text() += '{';
  line.member("hello", "malha");
  line.member("protocol", protocol);
  line.member("question", hello.question);
  line.member("asks", hello.asks);
  line.member("tells", hello.tells);
  line.member("says", hello.says);
  line.member("parameters", hello.given);
  line.member("seed", hello.seed);
  line.text() += "}\n";
}

void Conversation::hear_greeting(const Hello& hello) {
  process_.send(line_.text(), patience_);
  line_.text().clear();
  const auto said = json_object_in(process_.receive(patience_, most_bytes_of_answer));
  if (said.contains("error"))
    throw BrokenRule(Answer(said).text("error"));
  const Answer ready(said);
  ready.allow({"ready", "views", "says", "wants", "asked_if_fits", "asked_to_backfill"});
  if (const auto version = ready.integer("ready"); version != protocol)
    throw BrokenRule("it speaks version " + std::to_string(version) +
                     " of the protocol; valid: " + std::to_string(protocol));
  const auto views = ready.has("views") ? ready.text("views") : "whole";
  if (views != "whole" && views != "changes")
    ready.part("views").fail("whole, changes");
  wants_changes_ = views == "changes";
  if (const auto own = said.find("says"); own != said.end())
    for (auto one = own->begin(); one != own->end(); ++one) {
      if (!own->is_object() || !is_in(hello.says, one.key()))
        ready.part("says").fail("an object of " + listed(hello.says));
      says_[one.key()] = Answer(*one).flag();
    }
  hear_when_to_ask(hello, ready);
  names_its_wants_ = ready.has("wants");
  ready.each("wants", [&](const Answer& one) {
    if (!is_in(hello.asks, one.text()) && !is_in(hello.tells, one.text()))
      one.fail(listed(hello.asks) + ", " + listed(hello.tells));
    wants_.insert(one.text());
  });
}

void Conversation::hear_when_to_ask(const Hello& hello, const Answer& ready) {
  const bool is_of_queue = hello.question == "cluster/queue";
  if (ready.has("asked_if_fits")) {
    asked_if_fits_ = ready.integer("asked_if_fits");
    if (!is_of_queue || *asked_if_fits_ < 1)
      ready.part("asked_if_fits").fail("a number of jobs from 1, of cluster/queue only");
  }
  is_asked_to_backfill_ = ready.flag("asked_to_backfill", false);
  if (is_asked_to_backfill_ && (!is_of_queue || asked_if_fits_))
    ready.part("asked_to_backfill")
        .fail("true from a policy that answers cluster/queue and gives no asked_if_fits, or false");
  for (const std::string heeds :
       {"places_tasks", "heeds_nodes", "heeds_stock", "heeds_weights", "heeds_cap", "resizes"})
    if (is_asked_to_backfill_ && says(heeds, false)) // Malha would have to heed it at other dates
      ready.part("asked_to_backfill").fail("false from a policy that says " + heeds);
}

bool Conversation::says(const std::string& name, bool if_silent) const {
  const auto found = says_.find(name);
  return found == says_.end() ? if_silent : found->second;
}

json Conversation::reply_to_what_was_written() {
  try {
    return next_reply();
  } catch (const BrokenRule&) { // it is not asked again
    process_.kill();
    throw;
  }
}

/// The number that each answer repeats finds an answer that nobody asked for, whenever it comes.
json Conversation::next_reply() {
  process_.send(line_.text(), patience_);
  line_.text().clear();
  auto reply = json_object_in(process_.receive(patience_, most_bytes_of_answer));
  const Answer answer(reply);
  if (reply.contains("error"))
    throw BrokenRule(beginning_of(answer.text("error").c_str()));
  answer.allow({"n", "answer"});
  if (const auto n = answer.integer("n"); n != asked_)
    throw BrokenRule(n > 0 && n < asked_ ? "it answered question " + std::to_string(n) + " twice"
                                         : "it answered question " + std::to_string(n) +
                                               "; it was asked question " + std::to_string(asked_));
  if (!reply.contains("answer"))
    throw BrokenRule("its answer has no 'answer'");
  return reply;
}

void Conversation::send_if_long() {
  constexpr std::size_t long_text = 65536;
  if (line_.text().size() < long_text)
    return;
  process_.send(line_.text(), patience_);
  line_.text().clear();
}

} // namespace malha::external
