// SPDX-License-Identifier: MIT
#include "slurm_deployment.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/workload/files/slurm_values.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <pugixml.hpp>

namespace malha {
namespace {

const std::string of_priorities = "policy.priority";

/// Puts the properties together, and remembers of which keys they are made.
class DeploymentDraft {
public:
  DeploymentDraft(const SlurmConf& conf, const Catalog& catalog, std::string file)
      : conf_(conf), catalog_(catalog), file_(std::move(file)) {}

  SlurmDeployment make() {
    made_.properties["policy"] = "cluster/slurm";
    made_.used.insert({"SchedulerType", "SchedulerParameters", "PriorityType"});
    take_scheduler();
    check("policy");
    const auto type = text_of("PriorityType");
    if (type == "priority/multifactor") {
      made_.properties[of_priorities] = "cluster/multifactor";
      take_weights();
      take_usage();
      check(of_priorities);
    } else if (!type.empty() && type != "priority/basic")
      throw InputError(file_ + ": PriorityType is '" + type +
                       "'; valid: priority/basic, priority/multifactor");
    return std::move(made_);
  }

private:
  std::string text_of(const std::string& key) const {
    const auto found = conf_.priority.find(key);
    return found == conf_.priority.end() ? "" : found->second;
  }
  SlurmValue value_of(const std::string& key) const { return {key, text_of(key)}; }

  const PolicyDescriptor& policy(const std::string& slot) const {
    return catalog_.policy(made_.properties.at(slot));
  }
  bool has_parameter(const std::string& slot, const std::string& name) const {
    const auto& all = policy(slot).parameters;
    return std::any_of(all.begin(), all.end(), [&](const auto& spec) { return spec.name == name; });
  }

  void take_scheduler() {
    const bool backfills = conf_.scheduler_type == "sched/backfill";
    if (!backfills)
      made_.properties["policy.scheduler"] = "builtin";
    for (const auto& [name, text] : conf_.scheduler_parameters) {
      const bool is_of_backfill = name.rfind("bf_", 0) == 0;
      if (!text.empty() && has_parameter("policy", name) && (backfills || !is_of_backfill))
        made_.properties["policy." + name] = text;
      else
        made_.ignored.push_back("SchedulerParameters=" + name);
    }
  }

  /// Sets a parameter of the priority policy, if it has one of that name.
  void set(const std::string& key, const std::string& parameter, const std::string& text) {
    if (!has_parameter(of_priorities, parameter))
      return;
    made_.properties[of_priorities + "." + parameter] = text;
    made_.used.insert(key);
  }
  /// The weight of a factor; 0 where the file does not say it, as in Slurm.
  bool set_weight(const std::string& key, const std::string& parameter) {
    const auto text = text_of(key);
    set(key, parameter, text.empty() ? "0" : text);
    return !text.empty() && text != "0";
  }

  void take_weights() {
    set_weight("PriorityWeightAge", "weight_age");
    set_weight("PriorityWeightQOS", "weight_qos");
    const bool counts_size = set_weight("PriorityWeightJobSize", "weight_size");
    if (set_weight("PriorityWeightPartition", "weight_partition"))
      take_partitions();
    const bool counts_shares = set_weight("PriorityWeightFairshare", "weight_fair_share");
    const auto flags = SlurmValue("PriorityFlags", text_of("PriorityFlags")).list();
    made_.used.insert("PriorityFlags");
    for (const auto& flag : flags)
      if (counts_size && flag == "SMALL_RELATIVE_TO_TIME")
        set("PriorityFlags", "relative_to_time", "on");
      else if (counts_shares && flag == "NO_FAIR_TREE") {
        set("PriorityFlags", "fair_share", "classic");
        if (conf_.keys.count("FairShareDampeningFactor") > 0)
          set("FairShareDampeningFactor", "dampening", std::to_string(conf_.fair_share_dampening));
      } else
        made_.ignored.push_back("PriorityFlags=" + flag);
    if (counts_size && !text_of("PriorityFavorSmall").empty())
      set("PriorityFavorSmall", "favor", read("PriorityFavorSmall", &SlurmValue::is_yes) ? "small" : "large");
    if (!text_of("PriorityMaxAge").empty())
      set("PriorityMaxAge", "max_age", shortest(read("PriorityMaxAge", &SlurmValue::time)));
  }

  void take_partitions() {
    std::string factors;
    for (const auto& [name, partition] : conf_.partitions)
      factors += (factors.empty() ? "" : ",") + name + ":" + std::to_string(partition.priority);
    set("PartitionName.PriorityJobFactor", "partitions", factors);
    if (conf_.keys.count("PartitionName.Priority") > 0)
      set("PartitionName.Priority", "partitions", factors);
  }

  void take_usage() {
    if (!text_of("PriorityDecayHalfLife").empty())
      set("PriorityDecayHalfLife", "half_life", shortest(read("PriorityDecayHalfLife", &SlurmValue::time)));
    if (!text_of("PriorityCalcPeriod").empty())
      set("PriorityCalcPeriod", "period", shortest(read("PriorityCalcPeriod", &SlurmValue::minutes)));
    if (const auto reset = text_of("PriorityUsageResetPeriod"); !reset.empty())
      set("PriorityUsageResetPeriod", "reset", boost::algorithm::to_lower_copy(reset));
  }

  /// The value of a key, as one of the readings of SlurmValue has it.
  template <class Value>
  Value read(const std::string& key, Value (SlurmValue::*reading)() const) const {
    try {
      return (value_of(key).*reading)();
    } catch (const std::invalid_argument& error) {
      throw InputError(file_ + ": " + error.what());
    }
  }

  /// Makes the policy of a slot as its actor will.
  void check(const std::string& slot) const {
    std::map<std::string, std::string> given;
    for (const auto& [key, text] : made_.properties)
      if (key.rfind(slot + ".", 0) == 0)
        given[key.substr(slot.size() + 1)] = text;
    try {
      RandomStreams random(0);
      policy(slot).make(Parameters(policy(slot).parameters, given), random);
    } catch (const std::invalid_argument& error) {
      throw InputError(file_ + ": policy '" + policy(slot).name + "': " + error.what());
    }
  }

  const SlurmConf& conf_;
  const Catalog& catalog_;
  const std::string file_;
  SlurmDeployment made_;
};

pugi::xml_node append_actor(pugi::xml_node platform, const char* function) {
  auto actor = platform.append_child("actor");
  actor.append_attribute("host") = "@role=master";
  actor.append_attribute("function") = function;
  return actor;
}

} // namespace

SlurmDeployment deployment_of(const SlurmConf& conf, const Catalog& catalog, const std::string& file) {
  return DeploymentDraft(conf, catalog, file).make();
}

void write_xml(const SlurmDeployment& deployment, std::ostream& out) {
  pugi::xml_document document;
  document.append_child(pugi::node_doctype).set_value("platform SYSTEM \"https://simgrid.org/simgrid.dtd\"");
  auto platform = document.append_child("platform");
  platform.append_attribute("version") = "4.1";
  auto scheduler = append_actor(platform, "cluster/scheduler");
  for (const auto& [key, value] : deployment.properties) {
    auto property = scheduler.append_child("prop");
    property.append_attribute("id") = key.c_str();
    property.append_attribute("value") = value.c_str();
  }
  append_actor(platform, "workload/submitter");
  document.save(out, "  ");
}

} // namespace malha
