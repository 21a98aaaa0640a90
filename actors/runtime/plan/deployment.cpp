// SPDX-License-Identifier: MIT
#include "deployment.hpp"

#include "environment.hpp"
#include "policies/sdk/near_names.hpp"
#include "scenarios/workload/files/xml.hpp"

#include <algorithm>

namespace malha {
namespace {

struct WrittenActor {
  pugi::xml_node node;
  const ActorDescriptor* descriptor;
  Settings properties;
};

/// Part of `key` behind "<slot property>.", or nothing.
std::optional<std::string> parameter_of_policy(const QuestionSlot& slot, const std::string& key) {
  const std::string prefix = slot.property() + ".";
  if (key.compare(0, prefix.size(), prefix) != 0)
    return std::nullopt;
  return key.substr(prefix.size());
}

/// Whether the key is of another slot of the actor, as "policy.checkpoint" is where there is one of that
/// name.
bool is_of_another(const ActorDescriptor& actor, const QuestionSlot& slot, const std::string& key) {
  return std::any_of(actor.asks.begin(), actor.asks.end(), [&](const QuestionSlot& other) {
    return other.property().size() > slot.property().size() &&
           (key == other.property() || parameter_of_policy(other, key));
  });
}

class Reader {
public:
  Reader(const std::filesystem::path& file, const Settings& settings, const Catalog& catalog,
         std::function<std::vector<std::string>()> other_settings)
      : xml_(file), settings_(settings), catalog_(catalog), other_settings_(std::move(other_settings)) {}

  Deployment read() {
    auto written = read_actors();
    refuse_undeclared(apply_settings(written));
    Deployment deployment{xml_.path().stem().string(), xml_.path(), {}};
    for (const auto& actor : written)
      deployment.actors.push_back(place(actor));
    return deployment;
  }

  DeclaredSettings declared() {
    auto written = read_actors();
    return apply_settings(written);
  }

private:
  std::vector<WrittenActor> read_actors() {
    const auto root = xml_.root("platform");
    xml_.allow(root, {"version"}, {"actor"});
    std::vector<WrittenActor> written;
    for (const auto node : root.children("actor"))
      written.push_back(read_actor(node));
    if (written.empty())
      xml_.fail(root, "deploys no actor");
    return written;
  }

  WrittenActor read_actor(const pugi::xml_node& node) {
    xml_.allow(node, {"host", "function"}, {"prop"});
    WrittenActor actor{node, nullptr, {}};
    try {
      actor.descriptor = &catalog_.actor(xml_.required(node, "function"));
    } catch (const std::invalid_argument& error) {
      xml_.fail(node, error.what());
    }
    if (actor.descriptor->is_environment)
      xml_.fail(node,
                "actor '" + actor.descriptor->name +
                    "' belongs to the grid, not to a deployment; valid: " + way_to_add(*actor.descriptor));
    xml_.required(node, "host");
    for (const auto property : node.children("prop")) {
      xml_.allow(property, {"id", "value"}, {});
      if (!actor.properties.emplace(xml_.required(property, "id"), xml_.required(property, "value")).second)
        xml_.fail(property, "property '" + xml_.required(property, "id") + "' is given twice");
    }
    return actor;
  }

  /// Policies first: which parameters an actor declares depends on the policies it asks.
  DeclaredSettings apply_settings(std::vector<WrittenActor>& actors) {
    DeclaredSettings found;
    for (auto& actor : actors)
      for (const auto& slot : actor.descriptor->asks)
        if (const auto setting = settings_.find(slot.property()); setting != settings_.end()) {
          actor.properties[setting->first] = setting->second;
          found.taken.insert(setting->first);
        }
    for (auto& actor : actors)
      for (const auto& key : declared_keys(actor)) {
        found.declared.insert(key);
        if (const auto setting = settings_.find(key); setting != settings_.end()) {
          actor.properties[key] = setting->second;
          found.taken.insert(key);
        }
      }
    return found;
  }

  void refuse_undeclared(const DeclaredSettings& found) const {
    for (const auto& [key, value] : settings_)
      if (found.taken.count(key) == 0) {
        std::vector<std::string> valid(found.declared.begin(), found.declared.end());
        if (other_settings_) {
          const auto others = other_settings_();
          valid.insert(valid.end(), others.begin(), others.end());
        }
        throw InputError(told(key) + "no actor of " + xml_.path().string() + " declares '" + key + "'" +
                         instead_of(key, valid, "malha list settings"));
      }
  }

  std::vector<std::string> declared_keys(const WrittenActor& actor) {
    std::vector<std::string> keys;
    for (const auto& spec : actor.descriptor->parameters)
      keys.push_back(spec.name);
    for (const auto& slot : actor.descriptor->asks) {
      keys.push_back(slot.property());
      for (const auto& spec : policy_of(actor, slot).parameters)
        keys.push_back(slot.property() + "." + spec.name);
    }
    return keys;
  }

  const PolicyDescriptor& policy_of(const WrittenActor& actor, const QuestionSlot& slot) {
    const auto chosen = actor.properties.find(slot.property());
    if (chosen == actor.properties.end() && !slot.default_policy.empty())
      return catalog_.policy(slot.default_policy, slot.question);
    if (chosen == actor.properties.end())
      xml_.fail(actor.node,
                "actor '" + actor.descriptor->name + "' has no property '" + slot.property() +
                    "', the policy that answers " + slot.question +
                    instead_of("", catalog_.policies_of(slot.question), "malha describe " + slot.question));
    try {
      return catalog_.policy(chosen->second, slot.question);
    } catch (const std::invalid_argument& error) {
      throw InputError(place_of(actor.node, slot.property()) + error.what());
    }
  }

  PlacedActor place(const WrittenActor& actor) {
    PlacedActor placed{xml_.required(actor.node, "host"), actor.descriptor, {}, {}, xml_.place(actor.node)};
    Settings own = actor.properties;
    for (const auto& slot : actor.descriptor->asks) {
      const auto& policy = policy_of(actor, slot);
      Settings of_policy;
      own.erase(slot.property());
      for (const auto& [key, value] : actor.properties)
        if (const auto parameter = parameter_of_policy(slot, key);
            parameter && !is_of_another(*actor.descriptor, slot, key)) {
          of_policy[*parameter] = value;
          own.erase(key);
        }
      placed.choices[slot.slot] = {&policy, checked(actor.node, "policy '" + policy.name + "': ",
                                                    policy.parameters, of_policy, slot.property() + ".")};
    }
    placed.parameters = checked(
        actor.node, "actor '" + actor.descriptor->name + "': ", actor.descriptor->parameters, own, "");
    return placed;
  }

  /// Parameters of an actor or policy; what is wrong is told of the setting or the file it came from.
  /// `prefix` is what a key has before the parameter's name.
  Parameters checked(const pugi::xml_node& node, const std::string& who,
                     const std::vector<ParameterSpec>& specs, const Settings& given,
                     const std::string& prefix) {
    for (const auto& spec : specs)
      if (const auto value = given.find(spec.name); value != given.end()) {
        try {
          spec.check(value->second);
        } catch (const std::invalid_argument& error) {
          throw InputError(place_of(node, prefix + spec.name) + who + error.what());
        }
      }
    try {
      return {specs, given};
    } catch (const std::invalid_argument& error) {
      xml_.fail(node, who + error.what());
    }
  }

  /// Where the value of a property came from: "setting key=value: ", or "file:line: ".
  std::string place_of(const pugi::xml_node& node, const std::string& key) const {
    return settings_.count(key) > 0 ? told(key) : xml_.place(node) + ": ";
  }
  std::string told(const std::string& key) const { return "setting " + key + "=" + settings_.at(key) + ": "; }

  XmlFile xml_;
  const Settings& settings_;
  const Catalog& catalog_;
  const std::function<std::vector<std::string>()> other_settings_;
};

} // namespace

Deployment read_deployment(const std::filesystem::path& file, const Settings& settings,
                           const Catalog& catalog,
                           const std::function<std::vector<std::string>()>& other_settings) {
  return Reader(file, settings, catalog, other_settings).read();
}

DeclaredSettings declared_settings(const std::filesystem::path& file, const Settings& settings,
                                   const Catalog& catalog) {
  return Reader(file, settings, catalog, {}).declared();
}

} // namespace malha
