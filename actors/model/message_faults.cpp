// SPDX-License-Identifier: MIT
#include "message_faults.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <boost/algorithm/string/split.hpp>

#include <cmath>

namespace malha {
namespace {

[[noreturn]] void refuse_word(const std::string& word, const std::string& why, const std::string& form) {
  throw InputError("'" + word + "' " + why + "; valid: " + form + ", several with commas between them");
}

std::int64_t number_in(const std::string& word, const std::string& number, const std::string& form) {
  const auto value = parse_number<std::int64_t>(number);
  if (!value)
    refuse_word(word, "has no number of a message", form);
  if (*value < 1)
    refuse_word(word, "is before the first message, which is 1", form);
  return *value;
}

std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words;
  if (!text.empty())
    boost::algorithm::split(words, text, [](char letter) { return letter == ','; });
  return words;
}

/// Reads NUMBER+S. `what` says in errors what S is.
MessageFault delayed_message_from(const std::string& word, const std::string& form, const std::string& what,
                                  const std::string& bound) {
  const auto plus = word.find('+');
  const auto number = number_in(word, word.substr(0, plus), form);
  const auto late = plus == std::string::npos ? std::nullopt : parse_number<Seconds>(word.substr(plus + 1));
  if (!late || !std::isfinite(*late))
    refuse_word(word, "does not say " + what, form);
  if (!(*late > 0))
    refuse_word(word, "must be " + bound + " more than 0 s", form);
  return {number, *late};
}

} // namespace

std::vector<MessageFault> late_messages_from(const std::string& text) {
  std::vector<MessageFault> faults;
  for (const auto& word : words_in(text))
    faults.push_back(delayed_message_from(word, "NUMBER+S, a message and by how many seconds it is late",
                                          "by how many seconds the message is late", "late by"));
  return faults;
}

std::vector<MessageFault> doubled_messages_from(const std::string& text) {
  std::vector<MessageFault> faults;
  for (const auto& word : words_in(text)) {
    faults.push_back(
        delayed_message_from(word, "NUMBER+S, a message and after how many seconds it leaves again",
                             "after how many seconds the message leaves again", "sent again after"));
    faults.back().is_doubled = true;
  }
  return faults;
}

std::vector<MessageFault> lost_messages_from(const std::string& text) {
  std::vector<MessageFault> faults;
  for (const auto& word : words_in(text))
    faults.push_back({number_in(word, word, "the NUMBER of a message"), never});
  return faults;
}

std::string text_of(const std::vector<MessageFault>& faults) {
  std::string text;
  for (const auto& [number, late, is_doubled] : faults)
    text += (text.empty() ? "" : ",") + std::to_string(number) + (late < never ? "+" + shortest(late) : "");
  return text;
}

void MessageFaults::plan(const std::vector<MessageFault>& faults) {
  for (const auto& [number, late, is_doubled] : faults)
    if (!planned_.emplace(number, is_doubled ? Departures{0, late} : Departures{late, never}).second)
      throw InputError("message " + std::to_string(number) + " is listed twice; valid: each message once");
}

Departures MessageFaults::next(const SentMessage& message) {
  ++sent_;
  if (look_)
    look_(message);
  const auto planned = planned_.find(sent_);
  return planned == planned_.end() ? Departures{} : planned->second;
}

std::string MessageFaults::unsent() const {
  if (planned_.empty() || planned_.rbegin()->first <= sent_)
    return "";
  const auto& [number, planned] = *planned_.rbegin();
  return "message " + std::to_string(number) + (planned.second < never ? " is doubled" : " is late or lost") +
         ", and the run sends " + std::to_string(sent_) + " messages between hosts; valid: from 1 to " +
         std::to_string(sent_);
}

} // namespace malha
