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

MessageFault late_message_from(const std::string& word) {
  const std::string form = "NUMBER+S, a message and by how many seconds it is late";
  const auto plus = word.find('+');
  const auto number = number_in(word, word.substr(0, plus), form);
  const auto late = plus == std::string::npos ? std::nullopt : parse_number<Seconds>(word.substr(plus + 1));
  if (!late || !std::isfinite(*late))
    refuse_word(word, "does not say by how many seconds the message is late", form);
  if (!(*late > 0))
    refuse_word(word, "must be late by more than 0 s", form);
  return {number, *late};
}

} // namespace

std::vector<MessageFault> late_messages_from(const std::string& text) {
  std::vector<MessageFault> faults;
  for (const auto& word : words_in(text))
    faults.push_back(late_message_from(word));
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
  for (const auto& [number, late] : faults)
    text += (text.empty() ? "" : ",") + std::to_string(number) + (late < never ? "+" + shortest(late) : "");
  return text;
}

void MessageFaults::plan(const std::vector<MessageFault>& faults) {
  for (const auto& [number, late] : faults)
    if (!late_.emplace(number, late).second)
      throw InputError("message " + std::to_string(number) + " is listed twice; valid: each message once");
}

Seconds MessageFaults::next(const SentMessage& message) {
  ++sent_;
  if (look_)
    look_(message);
  const auto planned = late_.find(sent_);
  return planned == late_.end() ? 0 : planned->second;
}

std::string MessageFaults::unsent() const {
  if (late_.empty() || late_.rbegin()->first <= sent_)
    return "";
  return "message " + std::to_string(late_.rbegin()->first) + " is late or lost, and the run sends " +
         std::to_string(sent_) + " messages between hosts; valid: from 1 to " + std::to_string(sent_);
}

} // namespace malha
