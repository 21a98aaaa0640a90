// SPDX-License-Identifier: MIT
#include "dax.hpp"

#include "policies/sdk/numbers.hpp"
#include "workflow_draft.hpp"
#include "xml.hpp"

#include <cmath>

namespace malha {
namespace {

class Dax {
public:
  Dax(const std::filesystem::path& file, const WorkflowOptions& options)
      : xml_(file), options_(options), draft_(options), top_(xml_.root("adag")) {
    xml_.refuse_doubled(top_);
    const auto version = xml_.required(top_, "version");
    const bool is_3 = version.rfind("3.", 0) == 0 && parse_number<unsigned>(version.substr(2));
    if (!is_3 && version != "2.1")
      xml_.fail(top_, "<adag> version is '" + version + "'; valid: 2.1, 3.0 and later 3.x");
    name_of_file_ = is_3 ? "name" : "file";
  }

  Workflow read() {
    const auto jobs = top_.children("job");
    WorkflowDraft::check_tasks(xml_.path().string(),
                               static_cast<std::size_t>(std::distance(jobs.begin(), jobs.end())));
    for (const auto& node : jobs)
      read_job(node);
    if (const auto lacking = draft_.file_without_size())
      xml_.fail(first_uses_[*lacking], "file '" + draft_.files()[*lacking].name +
                                           "' has no size; valid: an attribute size, or file_size=BYTES for "
                                           "all such files");
    for (const auto& node : elements_in(top_))
      if (is_called(node, "child"))
        read_child(node);
      else if (is_called(node, "dax") || is_called(node, "dag"))
        xml_.fail(node, "<" + std::string(node.name()) + "> is another workflow; valid: <job>");
      else if (!is_called(node, "job"))
        draft_.skip(node.name());
    return draft_.finish("elements");
  }

private:
  static bool is_called(const pugi::xml_node& node, const char* name) {
    return std::string_view(node.name()) == name;
  }
  static std::vector<pugi::xml_node> elements_in(const pugi::xml_node& node) {
    std::vector<pugi::xml_node> elements;
    for (const auto child : node.children())
      if (child.type() == pugi::node_element)
        elements.push_back(child);
    return elements;
  }

  /// A number of an attribute, if it is there.
  std::optional<double> number(const pugi::xml_node& node, const char* attribute, const char* unit) const {
    const auto found = node.attribute(attribute);
    if (!found)
      return std::nullopt;
    const auto value = parse_number<double>(found.value());
    if (!value || !std::isfinite(*value) || *value < 0)
      xml_.fail(node, "<" + std::string(node.name()) + "> " + attribute + " is '" + found.value() +
                          "'; valid: a number of " + unit + ", at least 0");
    return value;
  }
  std::string name(const pugi::xml_node& node, const char* attribute) const {
    auto text = xml_.required(node, attribute);
    if (text.empty())
      xml_.fail(node, "<" + std::string(node.name()) + "> " + attribute + " is empty; valid: a name");
    return text;
  }

  void read_job(const pugi::xml_node& node) {
    xml_.refuse_doubled(node);
    const auto id = name(node, "id");
    const int task = draft_.add_task(xml_.place(node), id);
    const auto run_time = number(node, "runtime", "s");
    if (!run_time && !options_.run_time)
      xml_.fail(node, "job '" + id + "' has no runtime; valid: one, or run_time=SECONDS for all such jobs");
    draft_.task(task).length = run_time ? *run_time : *options_.run_time;
    for (const auto& element : elements_in(node))
      if (is_called(element, "uses"))
        read_uses(element, task);
      else
        draft_.skip(element.name());
  }

  void read_uses(const pugi::xml_node& node, int task) {
    xml_.refuse_doubled(node);
    const auto file = name(node, name_of_file_);
    const auto link = xml_.required(node, "link");
    if (link != "input" && link != "output") {
      draft_.skip("uses with link " + link);
      return;
    }
    const auto [number_of_file, is_new] = draft_.add_file(file, number(node, "size", "B"));
    if (is_new)
      first_uses_.push_back(node);
    draft_.use(xml_.place(node), number_of_file, task, link == "output");
  }

  void read_child(const pugi::xml_node& node) {
    const int after = job_of(node);
    for (const auto& element : elements_in(node))
      if (is_called(element, "parent"))
        draft_.add_precedence(job_of(element), after);
      else
        draft_.skip(element.name());
  }
  int job_of(const pugi::xml_node& node) const {
    xml_.refuse_doubled(node);
    const auto id = xml_.required(node, "ref");
    const int task = draft_.find_task(id);
    if (task == WorkflowDraft::nobody)
      xml_.fail(node, "<" + std::string(node.name()) + "> ref is '" + id + "'; valid: the id of a job");
    return task;
  }

  XmlFile xml_;
  WorkflowOptions options_;
  WorkflowDraft draft_;
  pugi::xml_node top_;
  const char* name_of_file_ = "";
  std::vector<pugi::xml_node> first_uses_; ///< of each file
};

} // namespace

Workflow dax_workflow(const std::filesystem::path& file, const WorkflowOptions& options) {
  return Dax(file, options).read();
}

} // namespace malha
