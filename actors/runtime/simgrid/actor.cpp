// SPDX-License-Identifier: MIT
#include "actor.hpp"

#include "actors/runtime/external/external_policy.hpp"

namespace malha {

std::string ActorContext::policy_text(const std::string& slot) const {
  const auto& choice = choices_.at(slot);
  std::vector<std::string> parameters;
  for (const auto& [name, value] : external::shown_parameters(*choice.policy, choice.parameters))
    parameters.push_back(name + "=" + value);
  return choice.policy->name + (parameters.empty() ? "" : " (" + listed(parameters) + ")");
}

std::unique_ptr<Policy> ActorContext::make_policy(const std::string& slot, const std::string& question) {
  const auto& choice = choices_.at(slot);
  if (choice.policy->question != question)
    throw std::logic_error("actor '" + self_.descriptor->name + "' asks '" + question + "' of policy '" +
                           choice.policy->name + "', which answers '" + choice.policy->question + "'");
  try {
    return choice.policy->make(choice.parameters, random_);
  } catch (const std::exception& error) {
    throw InputError("policy '" + choice.policy->name + "' cannot be made: " + error.what());
  } catch (...) { // a policy makes no call of SimGrid, so that this is nobody's kill
    throw InputError("policy '" + choice.policy->name +
                     "' cannot be made: it threw something that is no std::exception");
  }
}

} // namespace malha
