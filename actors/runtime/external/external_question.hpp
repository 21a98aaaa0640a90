// SPDX-License-Identifier: MIT
#pragma once
#include "conversation.hpp"
#include "policies/sdk/linked_parts.hpp"
#include "policies/sdk/plugin.hpp"

#include <utility>

namespace malha::external {

/// How a policy in another process is asked one question: its views as JSON, and its answers from JSON. One
/// file in actors/runtime/external/questions, or of a plugin, has those of one question: it ends with
/// MALHA_EXTERNAL.
struct __attribute__((visibility("default"))) ExternalQuestion {
  static constexpr const char* kind = "external question";

  std::string name;                    ///< of the question
  std::vector<std::string> asks;       ///< names of what is asked; the first is the main one
  std::vector<std::string> tells = {}; ///< names of what is told
  std::vector<std::string> says = {};  ///< what the policy may say of itself
  std::unique_ptr<Policy> (*make)(std::unique_ptr<Conversation> conversation) = nullptr;
  int place = last_place;
};

/// How that question is asked; null if nobody has said so.
inline const ExternalQuestion* find_external_question(const std::string& question) {
  for (const auto& known : linked_parts<ExternalQuestion>())
    if (known.name == question)
      return &known;
  return nullptr;
}

/// Describes a class that is derived from the interface of its question, and made from a conversation.
template <class Asked>
ExternalQuestion external_question(std::vector<std::string> asks, std::vector<std::string> tells = {},
                                   std::vector<std::string> says = {}) {
  const auto make = [](std::unique_ptr<Conversation> conversation) -> std::unique_ptr<Policy> {
    return std::make_unique<Asked>(std::move(conversation));
  };
  return {Asked::question, std::move(asks), std::move(tells), std::move(says), make};
}

/// What all of those classes have.
template <class Question>
class Elsewhere : public Question {
public:
  explicit Elsewhere(std::unique_ptr<Conversation> conversation) : conversation_(std::move(conversation)) {}

protected:
  Conversation& there() const { return *conversation_; }

private:
  std::unique_ptr<Conversation> conversation_;
};

} // namespace malha::external

/// MALHA_EXTERNAL(malha::external::external_question<Class>({"decide"}))
#define MALHA_EXTERNAL(...) MALHA_LINKED_PART(__VA_ARGS__)
