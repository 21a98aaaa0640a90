// SPDX-License-Identifier: MIT
#include "dot.hpp"

#include "dot_tokens.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/input_files.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/plain_text.hpp"
#include "workflow_draft.hpp"

#include <cmath>

namespace malha {
namespace {

constexpr std::size_t deepest_subgraphs = 100; ///< in each other
constexpr std::size_t most_edges = 10'000'000;

std::string text_of_dot(const std::filesystem::path& file) {
  refuse_endless(file);
  auto text = all_bytes(file);
  if (!text)
    throw InputError(file.string() + ": cannot be read");
  return std::move(*text);
}

class Dot {
public:
  Dot(const std::filesystem::path& file, const WorkflowOptions& options)
      : file_(file.string()), options_(options), tokens_(file_, text_of_dot(file)), draft_(options) {}

  Workflow read() {
    if (tokens_.next_is_word("strict"))
      tokens_.take();
    if (tokens_.next_is_word("graph"))
      tokens_.fail(tokens_.next().line, "the graph is undirected; valid: digraph");
    if (!tokens_.next_is_word("digraph"))
      tokens_.refuse("digraph");
    tokens_.take();
    if (tokens_.next().kind == DotToken::Kind::id)
      tokens_.take();
    tokens_.expect("{", "{");
    Scope top;
    read_statements(top);
    if (tokens_.next().kind != DotToken::Kind::nothing)
      tokens_.refuse("one graph, and nothing behind it");
    WorkflowDraft::check_tasks(file_, draft_.tasks().size());
    auto workflow = draft_.finish("attributes");
    workflow.files = std::move(files_);
    if (redefined_ > 0)
      workflow.notes.push_back("nodes whose size is given again, and differs: the first counts: " +
                               std::to_string(redefined_));
    return workflow;
  }

private:
  /// What a graph or a subgraph says of the nodes and edges that it names first.
  struct Scope {
    std::optional<Flops> node_size;
    std::optional<Bytes> edge_size;
    std::size_t depth = 0;
    std::set<int> nodes; ///< not of the graph itself
  };
  using Nodes = std::vector<int>;

  /// Up to the brace that ends them.
  void read_statements(Scope& scope) {
    while (!tokens_.take_if("}"))
      if (!tokens_.take_if(";"))
        read_statement(scope);
  }

  void read_statement(Scope& scope) {
    for (const auto* word : {"graph", "node", "edge"})
      if (tokens_.next_is_word(word)) {
        const bool is_node = tokens_.next_is_word("node"), is_edge = tokens_.next_is_word("edge");
        tokens_.take();
        if (!tokens_.next_is("["))
          tokens_.refuse("[ behind " + std::string(word));
        const auto size = attributes();
        if (is_node && size)
          scope.node_size = flops(*size);
        else if (is_edge && size)
          scope.edge_size = number(*size, "B");
        else if (size)
          draft_.skip("size");
        return;
      }
    std::vector<Nodes> operands;
    if (is_subgraph()) {
      operands.push_back(subgraph(scope));
    } else {
      const auto name = name_of_node();
      if (tokens_.take_if("=")) {
        draft_.skip(name.text);
        value();
        return;
      }
      operands.push_back({node(name, scope)});
      if (!tokens_.next_is("->") && !tokens_.next_is("--")) {
        if (const auto size = attributes())
          set_size(operands.front().front(), flops(*size));
        return;
      }
    }
    read_edges(std::move(operands), scope);
  }

  /// The edges behind their first operand, and what is between brackets behind them.
  void read_edges(std::vector<Nodes> operands, Scope& scope) {
    const auto line = tokens_.next().line;
    while (true) {
      if (tokens_.next_is("--"))
        tokens_.fail(tokens_.next().line, "the edge -- is undirected; valid: ->");
      if (!tokens_.take_if("->"))
        break;
      operands.push_back(is_subgraph() ? subgraph(scope) : Nodes{node(name_of_node(), scope)});
    }
    if (operands.size() == 1)
      return;
    const auto own = attributes();
    const auto size = own ? std::optional(number(*own, "B")) : scope.edge_size;
    for (std::size_t i = 1; i < operands.size(); ++i) {
      edges_ += operands[i - 1].size() * operands[i].size();
      if (edges_ > most_edges)
        tokens_.fail(line,
                     "there are more edges than " + std::to_string(most_edges) + "; valid: at most that");
      for (const int before : operands[i - 1])
        for (const int after : operands[i])
          add_edge(before, after, size.value_or(0));
    }
  }

  void add_edge(int before, int after, Bytes size) {
    if (draft_.add_precedence(before, after) && size > 0)
      files_.push_back({draft_.task(before).id + " -> " + draft_.task(after).id, size, {before}, {after}});
  }

  bool is_subgraph() const { return tokens_.next_is("{") || tokens_.next_is_word("subgraph"); }

  Nodes subgraph(Scope& outer) {
    const auto line = tokens_.next().line;
    if (!tokens_.next_is("{"))
      tokens_.take();
    if (tokens_.next().kind == DotToken::Kind::id)
      tokens_.take();
    tokens_.expect("{", "{");
    Scope inner{outer.node_size, outer.edge_size, outer.depth + 1, {}};
    if (inner.depth > deepest_subgraphs)
      tokens_.fail(line, "subgraphs are nested more than " + std::to_string(deepest_subgraphs) + " deep");
    read_statements(inner);
    if (outer.depth > 0)
      outer.nodes.insert(inner.nodes.begin(), inner.nodes.end());
    return {inner.nodes.begin(), inner.nodes.end()};
  }

  DotToken name_of_node() {
    if (tokens_.next().kind != DotToken::Kind::id)
      tokens_.refuse("the name of a node, subgraph, or }");
    auto name = tokens_.take();
    if (const auto what = forbidden_in(name.text, true))
      tokens_.fail(name.line, "a name has " + *what + "; valid: names of one line");
    if (name.text.empty())
      tokens_.fail(name.line, "a name is empty; valid: a name");
    return name;
  }

  /// The task of that node, which is new where no one named it before. A port behind the name says where a
  /// picture joins the edge.
  int node(const DotToken& name, Scope& scope) {
    for (int ports = 0; ports < 2 && tokens_.take_if(":"); ++ports)
      name_of_node();
    int task = draft_.find_task(name.text);
    if (task == WorkflowDraft::nobody) {
      task = draft_.add_task(tokens_.place(name.line), name.text);
      is_sized_.push_back(false);
      if (scope.node_size)
        draft_.task(task).work = *scope.node_size;
      else
        draft_.task(task).length = options_.run_time.value_or(0);
    }
    if (scope.depth > 0)
      scope.nodes.insert(task);
    return task;
  }

  void set_size(int number, Flops size) {
    auto& task = draft_.task(number);
    if (is_sized_[static_cast<std::size_t>(number)]) {
      redefined_ += task.work != size;
      return;
    }
    is_sized_[static_cast<std::size_t>(number)] = true;
    task.work = size;
    task.length = 0;
  }

  /// Reads all lists of attributes that are next. The `size` among them, if there is one.
  std::optional<DotToken> attributes() {
    std::optional<DotToken> size;
    while (tokens_.take_if("["))
      while (!tokens_.take_if("]")) {
        if (tokens_.next().kind != DotToken::Kind::id)
          tokens_.refuse("the name of an attribute, or ]");
        const auto name = tokens_.take();
        tokens_.expect("=", "= and a value");
        auto given = value();
        if (name.text == "size")
          size = std::move(given);
        else
          draft_.skip(name.text);
        if (!tokens_.take_if(","))
          tokens_.take_if(";");
      }
    return size;
  }
  DotToken value() {
    if (tokens_.next().kind != DotToken::Kind::id && tokens_.next().kind != DotToken::Kind::html)
      tokens_.refuse("a value");
    return tokens_.take();
  }

  double number(const DotToken& token, const std::string& unit, const std::string& more = "") const {
    const auto found = parse_number<double>(token.text);
    if (!found || !std::isfinite(*found))
      refuse_size(token, unit + more);
    return *found;
  }
  Flops flops(const DotToken& token) const {
    const auto found = number(token, "flop", ", at least 0");
    if (found < 0)
      refuse_size(token, "flop, at least 0");
    return found;
  }
  [[noreturn]] void refuse_size(const DotToken& token, const std::string& valid) const {
    const auto shown = forbidden_in(token.text, true) ? "text of several lines" : "'" + token.text + "'";
    tokens_.fail(token.line, "a size is " + shown + "; valid: a number of " + valid);
  }

  std::string file_;
  WorkflowOptions options_;
  DotTokens tokens_;
  WorkflowDraft draft_;
  std::vector<WorkflowFile> files_; ///< of edges; two of them may have one name
  std::vector<bool> is_sized_;      ///< of each task: by itself
  std::size_t edges_ = 0;
  std::int64_t redefined_ = 0;
};

} // namespace

Workflow dot_workflow(const std::filesystem::path& file, const WorkflowOptions& options) {
  return Dot(file, options).read();
}

} // namespace malha
