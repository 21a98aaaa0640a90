// SPDX-License-Identifier: MIT
// malha plan: what planners make of a workflow, without a simulation.
#include "actors/runtime/external/external_policy.hpp"
#include "plan_hosts.hpp"
#include "policies/sdk/split.hpp"
#include "policies/workflow/broken_plan.hpp"
#include "policies/workflow/figures.hpp"
#include "policies/workflow/mean_transfer.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "results/validate/rows.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/commands/output_file.hpp"
#include "scenarios/workload/files/workflow.hpp"

#include <cmath>
#include <iostream>

namespace malha {
namespace {

constexpr std::size_t most_shown = 60; ///< placements on the screen

/// A planner as the command line names it: "heft,slots=append".
struct NamedPlanner {
  std::string text;
  std::unique_ptr<workflow::Planner> planner;
};

const std::vector<ParameterSpec>& parameters_of_plans() {
  static const std::vector<ParameterSpec> all = [] {
    auto specs = parameters_of_hosts();
    specs.push_back(workflow::mean_transfer_parameter());
    specs.push_back(real("submission", 0, at_least(0), "s", "date of submission"));
    const auto reading = parameters_of_reading();
    specs.insert(specs.end(), reading.begin(), reading.end());
    return specs;
  }();
  return all;
}

Parameters settings_of(const Options& options) {
  try {
    return {parameters_of_plans(), options.settings_given()};
  } catch (const std::invalid_argument& error) {
    throw InputError(std::string("plan: ") + error.what());
  }
}

/// The path of a file, or of a shipped one below scenarios/.
std::string workflow_file(const std::string& file, const Library& library) {
  const auto shipped = library.shipped_file(file);
  return !is_there(file) && is_there(shipped) ? shipped.string() : file;
}

NamedPlanner planner_of(const std::string& text, RandomStreams& random, const Catalog& catalog) {
  const auto parts = split(text, ',');
  const std::string question = workflow::Planner::question;
  const bool is_name = catalog.policies().count(parts[0]) > 0 || external::is_external(parts[0]);
  const auto name = is_name ? parts[0] : "workflow/" + parts[0];
  std::map<std::string, std::string> given;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto equals = parts[i].find('=');
    if (equals == std::string::npos)
      throw InputError("plan: '" + parts[i] + "' of " + text + " is no parameter; valid: name=value");
    if (!given.emplace(parts[i].substr(0, equals), parts[i].substr(equals + 1)).second)
      throw InputError("plan: " + text + " has '" + parts[i].substr(0, equals) + "' twice; valid: once");
  }
  try {
    const auto& policy = catalog.policy(name, question);
    auto made = policy.make(Parameters(policy.parameters, given, "malha describe " + name), random);
    return {text, std::unique_ptr<workflow::Planner>(static_cast<workflow::Planner*>(made.release()))};
  } catch (const std::invalid_argument& error) {
    throw InputError("plan: " + text + ": " + error.what());
  }
}

/// The planners of the command line, or all shipped ones.
std::vector<NamedPlanner> planners_of(const Options& options, RandomStreams& random, const Catalog& catalog) {
  std::vector<NamedPlanner> planners;
  for (std::size_t i = 1; i < options.positional().size(); ++i)
    planners.push_back(planner_of(options.positional()[i], random, catalog));
  if (planners.empty())
    for (const auto& name : catalog.policies_of(workflow::Planner::question))
      if (name != "workflow/no_plan")
        planners.push_back(planner_of(name, random, catalog));
  return planners;
}

void print_workflow(const Workflow& workflow, const workflow::Graph& graph, FlopsPerSecond reference_speed) {
  std::vector<int> widths;
  Seconds run_times = 0;
  Bytes bytes = 0;
  for (int task = 0; task < graph.tasks(); ++task) {
    widths.resize(std::max(widths.size(), static_cast<std::size_t>(graph.level(task)) + 1));
    ++widths[static_cast<std::size_t>(graph.level(task))];
    run_times += length_of(workflow.tasks[static_cast<std::size_t>(task)], reference_speed);
  }
  for (const auto& file : workflow.files)
    bytes += file.size;
  const auto count = [](auto number, const char* what) {
    return counted(static_cast<std::int64_t>(number), what);
  };
  std::cout << wrapped(count(graph.tasks(), "task") + " in " + count(widths.size(), "level") +
                           " of at most " + std::to_string(*std::max_element(widths.begin(), widths.end())) +
                           ", " + count(graph.edges(), "precedence") + ", " +
                           count(workflow.files.size(), "file") + " of " + shortest(bytes) + " B" +
                           (workflow.hosts ? "" : ", " + shown(run_times, 9) + " s in all"),
                       "");
  for (const auto& note : workflow.notes)
    std::cout << wrapped("note: " + note, "");
  std::cout << '\n';
}

void print_placements(const Workflow& workflow, const PlanHosts& hosts,
                      const std::vector<workflow::Placement>& plan) {
  Table table({"task", "host", "start (s)", "end (s)"}, {false, false, true, true});
  for (std::size_t task = 0; task < std::min(plan.size(), most_shown); ++task)
    table.add({workflow.tasks[task].id, hosts.names[static_cast<std::size_t>(plan[task].resource)],
               shown(plan[task].start, 6), shown(plan[task].end, 6)});
  table.print(std::cout);
  if (plan.size() > most_shown)
    std::cout << "… and " << plan.size() - most_shown << " tasks more; all with --placements FILE\n";
  std::cout << '\n';
}

/// No plan is longer than all times one after the other.
void refuse_endless_times(const workflow::PlanView& view, const std::string& file) {
  Seconds sum = view.submitted;
  for (int task = 0; task < view.graph.tasks(); ++task) {
    for (int resource = 0; resource < view.run_times.resources(); ++resource)
      sum += view.run_times.of(task, resource);
    for (const auto& child : view.graph.children(task))
      sum += view.network.longest(child.data);
  }
  if (!std::isfinite(sum))
    throw InputError("plan: " + file +
                     ": its times add up to more than any number; valid: times whose sum is a number");
}

using Plans = std::vector<std::vector<workflow::Placement>>; ///< one of each planner

Plans plans_of(const workflow::PlanView& view, const std::vector<NamedPlanner>& planners) {
  Plans plans;
  for (const auto& [text, planner] : planners) {
    plans.push_back(planner->plan(view));
    if (plans.back().empty())
      throw InputError("plan: " + text + " makes no plan; valid: a planner that makes one");
    if (const auto rule = workflow::broken_rule(view, plans.back()); !rule.empty())
      throw RuleBroken("planner " + text + ": " + rule);
  }
  return plans;
}

void print_figures(const workflow::PlanView& view, const std::vector<NamedPlanner>& planners,
                   const Plans& plans) {
  Table table({"planner", "makespan (s)", "SLR", "speedup", "efficiency"}, {false, true, true, true, true});
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const auto figures = workflow::figures_of(view, plans[i]);
    table.add({planners[i].text, shown(figures.makespan, 6), shown(figures.slr, 4), shown(figures.speedup, 4),
               shown(figures.efficiency, 4)});
  }
  table.print(std::cout);
}

void write_placements(const Workflow& workflow, const PlanHosts& hosts,
                      const std::vector<NamedPlanner>& planners, const Plans& plans, std::ostream& out) {
  out << "planner,task,host,start,end\n";
  for (std::size_t i = 0; i < plans.size(); ++i)
    for (std::size_t task = 0; task < plans[i].size(); ++task) {
      const auto& placement = plans[i][task];
      out << csv_field(planners[i].text) << ',' << csv_field(workflow.tasks[task].id) << ','
          << csv_field(hosts.names[static_cast<std::size_t>(placement.resource)]) << ','
          << shortest(placement.start) << ',' << shortest(placement.end) << '\n';
    }
}

int plan_command(const std::vector<std::string>& words) {
  const Options options("plan", words, Options::settings | Options::seeded, "FILE [PLANNER…]",
                        {{"placements", "FILE", "write where and when each task runs, as CSV"}});
  if (options.help())
    return 0;
  if (options.positional().empty())
    throw InputError("plan: names no workflow; see malha plan --help");
  if (options.has("placements"))
    check_output_file("plan", options.text("placements"));
  const Library library(options.plugin_paths());
  const auto parameters = settings_of(options);
  RandomStreams random(options.seed());
  const auto planners = planners_of(options, random, library.catalog());

  const std::string file = workflow_file(options.positional().front(), library);
  const auto workflow = read_workflow(file, options_of_reading(parameters, "plan"));
  const auto graph = graph_of(workflow, file);
  const auto hosts = plan_hosts(workflow, file, parameters, options.settings_given());
  const std::vector<workflow::Busy> busy;
  const workflow::PlanView view{graph, hosts.times, hosts.network, parameters.real("submission"), busy};

  refuse_endless_times(view, file);
  const auto plans = plans_of(view, planners);
  if (options.has("placements"))
    write_file(options.text("placements"),
               [&](std::ostream& out) { write_placements(workflow, hosts, planners, plans, out); });
  print_workflow(workflow, graph, parameters.real("reference_speed"));
  if (plans.size() == 1)
    print_placements(workflow, hosts, plans.front());
  print_figures(view, planners, plans);
  return 0;
}

} // namespace

MALHA_COMMAND(
    "plan", "plan FILE [PLANNER…]", "where planners put the tasks of a workflow, without a simulation",
    plan_command, 85,
    "Asks planners where and when the tasks of a workflow (a DAG) run, and compares their plans: makespan, "
    "schedule length ratio (SLR), speedup, efficiency. In a plan transfers do not slow each other. The file "
    "is WfFormat (the JSON of WfCommons), DAX (.dax, .xml) or DOT (.dot, .gv), for hosts of --set speeds=…, "
    "or "
    "JSON with tasks, hosts, run_times, edges, latency and bandwidth, or a shipped one. A planner may have "
    "parameters: heft,slots=append. "
    "Without one, all planners are asked.",
    "plan workflows/topcuoglu2002.json heft cpop --placements plans.csv")

MALHA_COMMAND_ASKS("workflow/planning", "plan")

} // namespace malha
