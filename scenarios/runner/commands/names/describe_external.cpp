// SPDX-License-Identifier: MIT
#include "actors/runtime/external/external_policy.hpp"
#include "actors/runtime/external/policy_words.hpp"
#include "descriptions.hpp"
#include "policies/cluster/queue.hpp"

#include <algorithm>

namespace malha {

bool describe_external(const std::string& name) {
  if (!external::is_external(name))
    return false;
  try { // it has the same parameters whatever it is asked
    const auto& policy = external::external_policy(name, cluster::Queue::question);
    const bool is_batsim = external::policy_words(name).is_batsim();
    print_head(policy.name, "a policy in a process of its own",
               is_batsim ? std::string("Answers cluster/queue by Batsim's protocol (docs/batsim.md).")
                         : "Answers the question that it is asked: any that malha list policies prints "
                           "(docs/python.md). malha check asks it random views of one.",
               "");
    auto parameters = policy.parameters;
    parameters.erase(
        std::remove_if(parameters.begin(), parameters.end(),
                       [](const auto& spec) { return spec.name == "program" || spec.name == "question"; }),
        parameters.end());
    print_parameters(parameters, "policy.");
    return true;
  } catch (const std::invalid_argument& error) {
    throw InputError(error.what());
  }
}

} // namespace malha
