// SPDX-License-Identifier: MIT
#pragma once
#include "allowance.hpp"
#include "parameters.hpp"
#include "random_streams.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace malha {

/// The number changes with any type that crosses the boundary of a plugin: descriptors, questions, views,
/// decisions.
inline constexpr std::uint32_t plugin_abi = 25;

/// The base of every question's interface. A question Q has its name in `Q::question`, and asks by one pure
/// virtual function.
class Policy {
public:
  virtual ~Policy() = default;
};

/// What a policy plugin says of itself.
struct PolicyDescriptor {
  std::string name;     ///< "easygrid/greedy_distribution": also the path of its source below policies/
  std::string question; ///< "easygrid/distribution": the question that it answers
  std::string summary;  ///< one sentence
  std::string source;   ///< citation and place
  std::vector<ParameterSpec> parameters;
  /// Makes the policy. It may throw std::exception when the parameters do not fit together.
  std::unique_ptr<Policy> (*make)(const Parameters&, RandomStreams&);
  std::vector<Allowance> allows = {}; ///< traits of schedules that it decides
};

enum class PluginKind : std::uint32_t { policy = 1, actors = 2, workload = 3, platform = 4, parts = 5 };

/// A metric, claim rule or command that a plugin brings.
struct PluginPart {
  std::string kind; ///< "metric", "claim rule", "command": its descriptor is of the type that says so
  std::string name; ///< one in its kind
  const void* descriptor;
};

/// What the entry point of a plugin returns. It is plain data, so that the number of another ABI can be read.
struct PluginEntry {
  std::uint32_t abi;
  PluginKind kind;
  /// Points to the descriptor of the policy, workload or platform; to a std::vector<ActorDescriptor> for
  /// actors; to a std::vector<PluginPart> for metrics, claim rules and commands.
  const void* contents;
};

/// Describes a policy. `Answer` is derived from the interface of question `Answer::question`. It is
/// constructible from (const Parameters&, RandomStreams&), from (const Parameters&), or from nothing.
template <class Answer>
PolicyDescriptor policy(std::string name, std::string summary, std::string source,
                        std::vector<ParameterSpec> parameters = {}, std::vector<Allowance> allows = {}) {
  const auto make = [](const Parameters& given, RandomStreams& random) -> std::unique_ptr<Policy> {
    if constexpr (std::is_constructible_v<Answer, const Parameters&, RandomStreams&>)
      return std::make_unique<Answer>(given, random);
    else if constexpr (std::is_constructible_v<Answer, const Parameters&>)
      return std::make_unique<Answer>(given);
    else
      return std::make_unique<Answer>();
  };
  return {std::move(name),   Answer::question,      std::move(summary),
          std::move(source), std::move(parameters), make,
          std::move(allows)};
}

/// The policy of a plugin with these parameters; others have their defaults. Tests that compile the plugin in
/// use it: `policy_of<Queue>(malha_plugin())`.
template <class Question>
std::unique_ptr<Question> policy_of(const PluginEntry& entry,
                                    const std::map<std::string, std::string>& given = {},
                                    std::uint64_t seed = 0) {
  static std::deque<RandomStreams> streams; // a policy may keep a reference to its own
  const auto& descriptor = *static_cast<const PolicyDescriptor*>(entry.contents);
  auto made = descriptor.make(Parameters(descriptor.parameters, given), streams.emplace_back(seed));
  return std::unique_ptr<Question>(static_cast<Question*>(made.release()));
}

} // namespace malha

/// The entry point that a plugin exports.
extern "C" __attribute__((visibility("default"))) malha::PluginEntry malha_plugin();

#define MALHA_PLUGIN_ENTRY(plugin_kind, ...)                                                                 \
  extern "C" __attribute__((visibility("default"))) malha::PluginEntry malha_plugin() {                      \
    static const auto contents = __VA_ARGS__;                                                                \
    return {malha::plugin_abi, plugin_kind, &contents};                                                      \
  }

/// The last line of a policy's file: MALHA_POLICY(malha::policy<Class>("folder/name", "sentence", "source",
/// {parameters…}, {traits that its schedules show…}))
#define MALHA_POLICY(...) MALHA_PLUGIN_ENTRY(malha::PluginKind::policy, __VA_ARGS__)
