// SPDX-License-Identifier: MIT
#pragma once
#include "actor.hpp"

namespace malha {

/// Answers a question with the policy of an actor, under the checks of PolicyUse. An actor hands it to its
/// model, which knows only the question. A class for each question derives from it and passes on each
/// function in one line:
///
///     struct CheckedSelection : CheckedPolicy<Selection> {
///       using CheckedPolicy::CheckedPolicy;
///       Selected select(const SelectionView& view) override { return ask(&Selection::select, view); }
///     };
///
/// What must be right with any answer is checked there, too: `broke` ends the run.
template <class Question>
class CheckedPolicy : public Question {
public:
  /// Makes the policy that the deployment names for the slot.
  explicit CheckedPolicy(ActorContext& context, const std::string& slot = "")
      : policy_(context.policy<Question>(slot)) {}

  const std::string& name() const { return policy_.name(); }
  /// Throws RuleBroken: an answer of the policy breaks this rule.
  [[noreturn]] void broke(const std::string& rule) const { policy_.broke(rule); }

protected:
  /// The policy's answer. Throws RuleBroken if the policy throws.
  template <class Function, class... Given>
  auto ask(Function function, const Given&... given) const {
    return policy_.ask([&](Question& policy) { return (policy.*function)(given...); });
  }

private:
  PolicyUse<Question> policy_;
};

} // namespace malha
