// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "store.hpp"

/// The tuples of GridTS (Table 1). Jobs and tasks have the numbers of the run; their content and results are
/// data, whose size on a network is a parameter.
namespace malha::tuple_space {

/// The kinds of tuples.
namespace kinds {
inline const Text ticket("TICKET"), job("JOB"), task("TASK"), result("RESULT"), checkpoint("CHECKPOINT"),
    trans("TRANS"), done("DONE");
}

/// The content of a JOB.
struct JobData {
  Flops mean_work;
};
/// The content of a RESULT.
struct ResultData {
  std::shared_ptr<const Task> task;
  int resource;
  ClientId client; ///< id of the resource as a client
  Seconds start, end;
};

inline std::vector<Shape> shapes() {
  using T = Type;
  return {
      {kinds::ticket, {T::integer}},
      {kinds::job, {T::integer, T::integer, T::integer, T::data}}, // job, tasks, ticket, information and code
      {kinds::task,
       {T::integer, T::integer, T::integer, T::data}},    // job, task, class, information and parameters
      {kinds::result, {T::integer, T::integer, T::data}}, // job, task, result
      {kinds::checkpoint, {T::integer, T::integer, T::real, T::data}}, // job, task, work left, state
      {kinds::trans, {T::integer, T::integer, T::integer}},            // transaction, ticket, job
      {kinds::done, {T::integer, T::integer, T::data}}};               // job, task of a DAG, its result
}

/// Makes a tuple from its fields.
template <class... Fields>
Tuple tuple_of(Text kind, Fields&&... fields) {
  return Tuple::of(kind, std::forward<Fields>(fields)...);
}
/// Makes a template from its fields.
template <class... Fields>
Template template_of(Text kind, Fields&&... fields) {
  return {Value(kind), Field(std::forward<Fields>(fields))...};
}

inline Field any(Type type) { return Formal{type}; }
inline Field exactly(std::int64_t number) { return Value(number); }
inline std::int64_t integer_in(const Tuple& tuple, std::size_t field) {
  return tuple.get<std::int64_t>(field);
}
/// The content of a data field.
template <class Content>
const Content& content_of(const Tuple& tuple, std::size_t field) {
  return *static_cast<const Content*>(tuple.get<Data>(field).content.get());
}

/// All JOB tuples, and all TASK tuples.
inline const Template& any_job() {
  static const auto wanted =
      template_of(kinds::job, any(Type::integer), any(Type::integer), any(Type::integer), any(Type::data));
  return wanted;
}
inline const Template& any_task() {
  static const auto wanted =
      template_of(kinds::task, any(Type::integer), any(Type::integer), any(Type::integer), any(Type::data));
  return wanted;
}

} // namespace malha::tuple_space
