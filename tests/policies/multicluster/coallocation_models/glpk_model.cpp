// SPDX-License-Identifier: MIT
#include "glpk_model.hpp"

#include <glpk.h>

#include <limits>

namespace malha::testing {
namespace {

/// A problem of GLPK, built row by row. Rows and columns are counted from 1.
class Program {
public:
  Program() : problem_(glp_create_prob()) { glp_set_obj_dir(problem_, GLP_MIN); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { glp_delete_prob(problem_); }

  int binary() {
    const int column = glp_add_cols(problem_, 1);
    glp_set_col_kind(problem_, column, GLP_BV);
    return column;
  }
  /// A number of at least `low` and at most `high`, which counts so much in what is to be least.
  int number(double low, double high, double cost) {
    const int column = glp_add_cols(problem_, 1);
    const bool is_bounded = high < std::numeric_limits<double>::infinity();
    glp_set_col_bnds(problem_, column, !is_bounded ? GLP_LO : low < high ? GLP_DB : GLP_FX, low, high);
    glp_set_obj_coef(problem_, column, cost);
    return column;
  }

  struct Term {
    double factor;
    int column;
  };
  void equals(double value, const std::vector<Term>& sum) { row(GLP_FX, value, sum); }
  void at_least(double value, const std::vector<Term>& sum) { row(GLP_LO, value, sum); }

  std::optional<double> least() {
    glp_iocp settings;
    glp_init_iocp(&settings);
    settings.presolve = GLP_ON;
    settings.msg_lev = GLP_MSG_OFF;
    const int status = glp_intopt(problem_, &settings);
    if (status == GLP_ENOPFS)
      return std::nullopt;
    if (status != 0)
      throw std::runtime_error("GLPK fails with " + std::to_string(status));
    if (glp_mip_status(problem_) != GLP_OPT)
      return std::nullopt;
    return glp_mip_obj_val(problem_);
  }

private:
  void row(int kind, double value, const std::vector<Term>& sum) {
    const int row = glp_add_rows(problem_, 1);
    glp_set_row_bnds(problem_, row, kind, value, value);
    std::vector<int> columns{0};
    std::vector<double> factors{0};
    for (const auto& term : sum) {
      columns.push_back(term.column);
      factors.push_back(term.factor);
    }
    glp_set_mat_row(problem_, row, static_cast<int>(sum.size()), columns.data(), factors.data());
  }

  glp_prob* problem_;
};

} // namespace

std::optional<Seconds> least_time_of_glpk(const test::HandMadeClusters& instance,
                                          const reference_coallocation::Goal& goal) {
  const double any = std::numeric_limits<double>::infinity();
  Program program;
  const int processing = program.number(0, any, instance.application.computation);
  const int communication =
      program.number(goal.clamps ? 1 : 0, goal.saturates ? any : 1, instance.application.communication);
  std::vector<Program::Term> tasks;
  for (std::size_t cluster = 0; cluster < instance.clusters.size(); ++cluster) {
    const auto& usable = instance.clusters[cluster].usable;
    std::vector<Program::Term> here, one, sent{{1, communication}};
    for (const auto& node : usable) {
      const int has_task = program.binary();
      tasks.push_back({1, has_task});
      here.push_back({1, has_task});
      program.at_least(0, {{1, processing}, {-1 / node.power, has_task}});
    }
    for (int number = 0; number <= std::min(static_cast<int>(usable.size()), instance.tasks); ++number) {
      const int is_number = program.binary();
      one.push_back({1, is_number});
      here.push_back({-static_cast<double>(number), is_number});
      sent.push_back({-reference_coallocation::slowdown(instance, cluster, number), is_number});
    }
    program.equals(1, one);
    program.equals(0, here);
    program.at_least(0, sent);
  }
  program.equals(instance.tasks, tasks);
  return program.least();
}

} // namespace malha::testing
