// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// A function that a policy must have.
struct QuestionFunction {
  std::string returned;               ///< "std::vector<Deal>"
  std::string name;                   ///< "deal"
  std::vector<std::string> arguments; ///< "const DealingView& view"
  std::string qualifiers;             ///< " const", or ""
};

/// The interface of a question, as its header has it.
struct QuestionInterface {
  std::string space;      ///< the namespace of the class, "mine_steal"; "": it has none
  std::string class_name; ///< "Dealing"
  std::vector<QuestionFunction> functions;
};

/// Finds the class of the question in the text of a C++ header; nothing if there is none that can be read.
std::optional<QuestionInterface> interface_in(const std::string& header, const std::string& question);

/// The source of a policy that answers the question of a header. Each function returns an empty value of its
/// type.
std::string empty_answer_to(const QuestionInterface& question, const std::string& include,
                            const std::string& policy_class, const std::string& policy_name);

} // namespace malha
